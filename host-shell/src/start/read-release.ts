import { RELEASE_ELEMENT_ID, releaseSchema, type Release } from '@atalaia/contracts'

/** The release that the gateway wrote into the page. Throws when it is missing or is none. */
export const readRelease = (page: Document): Release => {
  const text = page.getElementById(RELEASE_ELEMENT_ID)?.textContent
  if (!text) throw new Error('the page carries no release')
  const parsed = releaseSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`the page's release is unusable: ${parsed.error.message}`)
  return parsed.data
}
