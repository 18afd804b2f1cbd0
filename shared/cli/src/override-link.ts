import { QUERY_PARAMETERS } from '@atalaia/contracts'

/** A remote that is served from one's own machine, for a shell that is deployed elsewhere. */
export type OverrideLink = {
  /** The shell's address, `https://atalaia.example` or a page of it, or a link with a key that an operator made for this remote. */
  readonly shell: string
  readonly remote: string
  /** The address of the remote's files, without a trailing slash. */
  readonly address: string
  /** The page to open when `shell` names none. */
  readonly page: string
  /** The signature that a gateway asks for, unless overrides are open there (`ALLOW_OVERRIDES`). Default: that of the link in `shell`. */
  readonly key?: string | undefined
}

/** The link that opens `page` of the shell with this remote in it. Throws when `shell` is no web address. */
export const overrideLink = ({ shell, remote, address, page, key }: OverrideLink): string => {
  if (!URL.canParse(shell) || !/^https?:$/.test(new URL(shell).protocol))
    throw new Error(`--shell ${shell}: give the address of a shell, for example https://atalaia.example`)
  const url = new URL(shell)
  if (url.pathname === '/') url.pathname = page
  const signature = key ?? url.searchParams.get(QUERY_PARAMETERS.overrideKey)
  url.searchParams.delete(QUERY_PARAMETERS.remote)
  url.searchParams.delete(QUERY_PARAMETERS.overrideKey)
  // As people write it: these characters are allowed in a query as they are.
  const override = `${QUERY_PARAMETERS.remote}=${remote}@${address}`
  const query = [
    url.search.slice(1),
    override,
    signature && `${QUERY_PARAMETERS.overrideKey}=${encodeURIComponent(signature)}`,
  ].filter(Boolean)
  url.search = query.join('&')
  return url.href
}

/**
 * The address for which an operator made the link in `shell`, if it is one. Throws when it is for another remote, or for no
 * address of this machine.
 */
export const linkedAddress = (shell: string, remote: string): URL | undefined => {
  const linked = URL.canParse(shell) ? new URL(shell).searchParams.get(QUERY_PARAMETERS.remote) : null
  if (linked === null) return undefined
  const at = linked.indexOf('@')
  const address = linked.slice(at + 1)
  if (linked.slice(0, at) !== remote || !URL.canParse(address) || !isOnThisMachine(new URL(address)))
    throw new Error(
      `--shell is a link for ${linked}: ask for one for ${remote}@http://localhost:${DEFAULT_PORT}, or for another port of this machine`,
    )
  return new URL(address)
}

/** The port of a remote under development. */
export const DEFAULT_PORT = 4102

const isOnThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
