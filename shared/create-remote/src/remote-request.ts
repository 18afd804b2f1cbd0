import { remoteNameSchema } from '@atalaia/contracts'

export type RemoteRequest = {
  readonly name: string
  /** Without `mfe-`: CSS class prefix, and last address part. */
  readonly slug: string
  /** Portuguese, for page and sidebar. */
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

/** Title and owner default to the name. */
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
