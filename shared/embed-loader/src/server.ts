/** The portal's registration. It stays on the portal's server. */
export interface PortalClient {
  /** For example `https://atalaia.example`. */
  readonly gateway: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string
  /** Name or id of the portal's person, for the operator's log. Default: none. */
  readonly user?: string
  /** Milliseconds until Atalaia counts as unreachable. Default: 10,000. */
  readonly timeout?: number
}

const DEFAULT_SCOPE = 'leaks:read'
const isEmpty = (scope: string) => scope.trim() === ''

/**
 * Exchanges the secret for a short token for pages (client credentials, RFC 6749 section 4.4).
 * Rejects when Atalaia does not answer or refuses; the message never has the secret.
 * Refuses an empty `scope`, which would mean all rights (M-EMBED-37).
 */
export const fetchToken = async (client: PortalClient): Promise<string> => {
  const { gateway, clientId, clientSecret, scope = DEFAULT_SCOPE, user, timeout = 10_000 } = client
  if (isEmpty(scope)) throw new TypeError('@atalaia/embed: scope is empty')
  const address = new URL('/api/oauth/token', gateway).href
  const answer = await fetch(address, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope, ...(user !== undefined && { user }) }),
    signal: AbortSignal.timeout(timeout),
  })
  if (!answer.ok) throw new Error(`@atalaia/embed: ${address}: ${answer.status} ${await answer.text()}`)
  const body: unknown = await answer.json()
  if (typeof body === 'object' && body && 'access_token' in body && typeof body.access_token === 'string') {
    return body.access_token
  }
  throw new Error(`@atalaia/embed: ${address}: the answer has no access_token`)
}

export interface TokenEndpointOptions extends Omit<PortalClient, 'user' | 'scope'> {
  /**
   * Scopes for all, or for the request's person, with spaces between. Empty text gets no token.
   * Default: `leaks:read`.
   */
  readonly scope?: string | ((request: Request) => string | Promise<string>)
  /**
   * Decides whether the request's person is signed in and may see the dashboard. A text is their
   * name or id for the log; empty means no person.
   */
  readonly signedIn: (request: Request) => boolean | string | Promise<boolean | string>
}

/**
 * A `Request` handler for `getToken`: answers a token as plain text. 403 for strangers, other
 * sites, or methods except POST; 502 without Atalaia's token (M-EMBED-28).
 */
export const tokenEndpoint =
  (options: TokenEndpointOptions) =>
  async (request: Request): Promise<Response> => {
    const ownPage = request.method === 'POST' && request.headers.get('sec-fetch-site') === 'same-origin'
    const person = ownPage && (await options.signedIn(request))
    if (!person) return new Response(null, { status: 403 })
    try {
      const { scope: given = DEFAULT_SCOPE, ...client } = options
      const scope = typeof given === 'string' ? given : await given(request)
      if (isEmpty(scope)) return new Response(null, { status: 403 })
      const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }
      const user = person === true ? {} : { user: person }
      return new Response(await fetchToken({ ...client, scope, ...user }), { headers })
    } catch (error) {
      // oxlint-disable-next-line no-console -- for the portal's operators
      console.error(error instanceof Error ? error.message : error)
      return new Response(null, { status: 502 })
    }
  }
