import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { remoteNameSchema, sourceDescriptorSchema } from '@atalaia/contracts'

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

/** Checks whether this remote can be made in the workspace at `root`. Writes nothing. */
export const checkRequest = ({ name, ...words }: RequestWords, root: string): RequestResult => {
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
  if (existsSync(join(root, name)))
    return refused(`${name}: there is a folder of that name already; take another name, or remove it first`)
  const path = `/app/${slug}`
  const holder = ownerOf(path, root)
  if (holder) return refused(`${name}: its address would be ${path}, which is a route of ${holder}; take another name`)
  return { ok: true, request: { name, slug, title, owner, path } }
}

const titleOf = (slug: string): string => {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The remote of the workspace that has a route at `path`. */
const ownerOf = (path: string, root: string): string | undefined =>
  readdirSync(root).find((folder) => {
    const file = join(root, folder, 'remote.json')
    if (!folder.startsWith('mfe-') || !existsSync(file)) return false
    const { data } = sourceDescriptorSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return data?.routes.some((route) => route.path === path) ?? false
  })
