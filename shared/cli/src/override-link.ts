import { QUERY_PARAMETERS } from '@atalaia/contracts'

/** For one's own remote in a deployed shell. */
export type OverrideLink = {
  /** `https://atalaia.example`, one of its pages, or an operator's link with a key. */
  readonly shell: string
  readonly remote: string
  /** Base of the remote's files, without a trailing slash. */
  readonly address: string
  /** Opened when `shell` names no page. */
  readonly page: string
  /** Signature for the gateway, unless `ALLOW_OVERRIDES`. Default: from the link in `shell`. */
  readonly key?: string | undefined
}

/** Opens `page` with this remote. Throws when `shell` is no web address. */
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

/** Operator's address in the link. Throws for another remote, or an address off this machine. */
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

/** Port of a remote under development. */
export const DEFAULT_PORT = 4102

const isOnThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
