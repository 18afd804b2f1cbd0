import { remoteNameSchema } from '@atalaia/contracts'

/** A remote that is to be made. */
export type RemoteRequest = {
  readonly name: string
  /** The name without `mfe-`: prefix of its CSS classes and last part of its address. */
  readonly slug: string
  /** In Portuguese, in page and sidebar. */
  readonly title: string
  readonly owner: string
  readonly path: string
}

export type RequestResult =
  | { readonly ok: true; readonly request: RemoteRequest }
  | { readonly ok: false; readonly message: string }

export type RequestWords = { readonly name: string; readonly title?: string; readonly owner?: string }

const wordsPattern = /^[\p{L}\p{N}][\p{L}\p{N} .,()–-]{0,39}$/u

const refused = (message: string): RequestResult => ({ ok: false, message })

/** Makes a request of what a person said. Title and owner come from the name where they are not given. */
export const requestOf = ({ name, ...words }: RequestWords): RequestResult => {
  if (!remoteNameSchema.safeParse(name).success)
    return refused(
      `"${name}" is no name for a remote: write mfe-, then lower-case letters, digits and single hyphens: mfe-reports`,
    )
  const slug = name.slice('mfe-'.length)
  const title = words.title ?? titleOf(slug)
  const owner = words.owner ?? `time-${slug}`
  for (const [option, value] of Object.entries({ title, owner }))
    if (!wordsPattern.test(value))
      return refused(`--${option} "${value}": up to 40 letters, digits, spaces and . , ( ) - are possible`)
  return { ok: true, request: { name, slug, title, owner, path: `/app/${slug}` } }
}

const titleOf = (slug: string): string => {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
