/** The portal's registration with Atalaia: it stays on the portal's server. */
export interface PortalClient {
  /** The gateway's address, for example `https://atalaia.example`. */
  readonly gateway: string
  readonly clientId: string
  readonly clientSecret: string
  /** Scopes, with spaces between. Default: `leaks:read`. */
  readonly scope?: string
  /** A name or an id of who is signed in to the portal, for the log of Atalaia's operator. Default: none is logged. */
  readonly user?: string
  /** Milliseconds until Atalaia counts as unreachable. Default: 10,000. */
  readonly timeout?: number
}

const DEFAULT_SCOPE = 'leaks:read'
const isEmpty = (scope: string) => scope.trim() === ''

/**
 * Exchanges the secret for a token of some minutes, which may go to a page (client credentials, RFC 6749 section 4.4).
 * Rejects when Atalaia does not answer, or refuses; the message has its words, and never the secret. An empty `scope`
 * is refused: Atalaia would take it for all that the client has (M-EMBED-37).
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
   * Scopes, with spaces between: the same for all, or those of the person who sent the request. An empty text stands for
   * no scope, and gets no token. Default: `leaks:read`.
   */
  readonly scope?: string | ((request: Request) => string | Promise<string>)
  /**
   * Whether the person who sent the request is signed in to the portal, and may see the dashboard. A text is the
   * person's name or id, for the log of Atalaia's operator; an empty one is no person.
   */
  readonly signedIn: (request: Request) => boolean | string | Promise<boolean | string>
}

/**
 * The address that `getToken` asks, for servers whose handlers take a `Request` and return a `Response`: a token as
 * plain text for who is signed in, 403 for everybody else, for other sites and for other methods than POST
 * (M-EMBED-28), 502 when Atalaia gives none.
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
