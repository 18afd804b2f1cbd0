import { QUERY_PARAMETERS, type SourceDescriptor } from '@atalaia/contracts'

/** A remote that is served from one's own machine, for a shell that is deployed elsewhere. */
export type OverrideLink = {
  /** The shell's address, `https://atalaia.example` or a page of it. */
  readonly shell: string
  readonly remote: string
  /** The address of the remote's files, without a trailing slash. */
  readonly address: string
  /** The page to open when `shell` names none. */
  readonly page: string
  /** The signature that a gateway asks for, unless overrides are open there (`ALLOW_OVERRIDES`). */
  readonly key?: string | undefined
}

/** The link that opens `page` of the shell with this remote in it. Throws when `shell` is no web address. */
export const overrideLink = ({ shell, remote, address, page, key }: OverrideLink): string => {
  if (!URL.canParse(shell) || !/^https?:$/.test(new URL(shell).protocol))
    throw new Error(`--shell ${shell}: give the address of a shell, for example https://atalaia.example`)
  const url = new URL(shell)
  if (url.pathname === '/') url.pathname = page
  // As people write it: these characters are allowed in a query as they are.
  const override = `${QUERY_PARAMETERS.remote}=${remote}@${address}`
  const query = [
    url.search.slice(1),
    override,
    key && `${QUERY_PARAMETERS.overrideKey}=${encodeURIComponent(key)}`,
  ].filter(Boolean)
  url.search = query.join('&')
  return url.href
}

/** The page of a remote that can be opened without parameters: the first of its routes that has none. */
export const firstPage = ({ routes }: Pick<SourceDescriptor, 'routes'>): string =>
  routes.find(({ path }) => !/[:*]/.test(path))?.path ?? '/'
