import { randomUUID } from 'node:crypto'
import { TOKEN_EXCHANGE } from '@atalaia/contracts'
import { normalEmailAddress } from '@atalaia/contracts/email-address'
import { PERSON_SCOPE } from '@atalaia/contracts/portal-scopes'
import type { Database } from '@atalaia/database'
import { networkOf, secondsToWait, type RateLimits, type Refusal } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { int, maxLength, object, optional, string } from 'zod/mini'
import { createKnownSecrets } from '../../base/access/known-secrets.ts'
import { createPortalLog } from '../../base/access/portal-log.ts'
import { PORTAL_TOKEN_SECONDS } from '../../base/access/tokens.ts'
import type { Client, ClientsRepository } from './clients-repository.ts'
import { createExchange, type ExchangeParts } from './token-exchange.ts'
import { OAuthFailure, oauthFailureSchema, onOAuthError } from './oauth-failure.ts'
import { MINUTE_MS } from '../../base/clock.ts'
import { parseScopes, scopeWords, type Grant } from '../../base/access/scopes.ts'
import { isWithin, reaches } from '../../base/access/tenancy.ts'

type Credentials = { readonly id: string; readonly secret: string }

type ReadCredentials =
  | { readonly status: 'given'; readonly credentials: Credentials }
  | { readonly status: 'missing' }
  /** An Authorization header that is none of ours. */
  | { readonly status: 'unreadable' }
  /** In the header and in the body: RFC 6749 section 2.3 allows one method for each request. */
  | { readonly status: 'twice' }

/** RFC 6749 appendix B: form-encoded before it is packed. */
const decodeForm = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

const readBasic = (header: string): Credentials | undefined => {
  const [, packed = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header) ?? []
  const [, id, secret] = /^([^:]+):([^]+)$/.exec(Buffer.from(packed, 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) return undefined
  try {
    return { id: decodeForm(id), secret: decodeForm(secret) }
  } catch {
    return undefined
  }
}

/** The client's id and secret: `client_secret_basic` or `client_secret_post` (RFC 6749 section 2.3.1). */
const readCredentials = (
  header: string | undefined,
  body: { readonly client_id?: string | undefined; readonly client_secret?: string | undefined },
): ReadCredentials => {
  const { client_id: id, client_secret: secret } = body
  if (header === undefined)
    return id !== undefined && secret !== undefined
      ? { status: 'given', credentials: { id, secret } }
      : { status: 'missing' }
  if (secret !== undefined) return { status: 'twice' }
  const credentials = readBasic(header)
  if (credentials === undefined) return { status: 'unreadable' }
  if (id !== undefined && id !== credentials.id) return { status: 'twice' }
  return { status: 'given', credentials }
}

export type TokenParts = ExchangeParts & { readonly clients: ClientsRepository; readonly database: Database }

const parameter = optional(string().check(maxLength(500)))
const bodySchema = object({
  grant_type: parameter,
  // Its length is refused in words of its own.
  scope: optional(string()),
  user: optional(string()),
  pessoa: optional(string().check(maxLength(254))),
  client_id: parameter,
  client_secret: parameter,
  subject_token: optional(string().check(maxLength(4000))),
  subject_token_type: parameter,
  requested_token_type: parameter,
  actor_token: optional(string().check(maxLength(4000))),
  resource: parameter,
  audience: parameter,
})
const answerSchema = object({
  access_token: string(),
  issued_token_type: optional(string()),
  token_type: string(),
  expires_in: int(),
  scope: string(),
})
const schema = {
  summary:
    "A short-lived token: for a portal's pages (client credentials, RFC 6749 section 4.4), or of a remote, for a session's (RFC 8693)",
  body: bodySchema,
  consumes: ['application/x-www-form-urlencoded'],
  response: { 200: answerSchema, '4xx': oauthFailureSchema },
}

/** An empty parameter counts as absent (RFC 6749 section 3.2). */
const filled = (value: string | undefined) => (value === '' ? undefined : value)

const credentialsIn = (read: ReadCredentials) => {
  if (read.status === 'given') return read.credentials
  if (read.status === 'twice') throw new OAuthFailure('invalid_request', 'authenticate in one way only')
  const missing = 'client_id and client_secret are needed: as HTTP Basic, or in the body'
  throw new OAuthFailure('invalid_client', missing, { status: 401 })
}

/**
 * The client's rights, or the requested part. Without a requested address or domain, the client's
 * rows (M-EMBED-14).
 */
const grantFor = (client: Client, asked: string | undefined): Grant => {
  if (asked === undefined) return client
  const parsed = parseScopes(asked)
  if (!parsed.ok) throw new OAuthFailure('invalid_scope', parsed.reason)
  const { scopes } = parsed.grant
  const rows = parsed.grant.rows === 'all' ? client.rows : parsed.grant.rows
  if (scopes.every((scope) => client.scopes.includes(scope)) && isWithin(rows, client.rows)) return { scopes, rows }
  throw new OAuthFailure('invalid_scope', `this client may have: ${scopeWords(client).join(' ')}`)
}

const MAX_USER_LENGTH = 100
/** Excludes control and invisible characters (Unicode category C) and line separators. */
const USER = new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${MAX_USER_LENGTH}}$`, 'u')

const userIn = (asked: string | undefined): string | undefined => {
  const user = asked?.trim()
  if (user === undefined || USER.test(user)) return user
  const description = `user is 1 to ${MAX_USER_LENGTH} characters, none of them invisible`
  throw new OAuthFailure('invalid_request', description)
}

/** M-NOTICE-6 */
const grantForPerson = (client: Client, asked: string | undefined, person: string | undefined): Grant => {
  if (person === undefined) return grantFor(client, asked)
  const grant = grantFor(client, asked ?? PERSON_SCOPE)
  if (grant.scopes.some((scope) => scope !== PERSON_SCOPE))
    throw new OAuthFailure('invalid_scope', `pessoa goes with the scope ${PERSON_SCOPE} alone`)
  if (reaches(grant.rows, person)) return grant
  throw new OAuthFailure('invalid_scope', 'this client does not reach that mailbox')
}

/** Also an empty one is refused: without it, the token would open the client's rows to that person. */
const personIn = (asked: string | undefined): string | undefined => {
  const person = asked === undefined ? undefined : normalEmailAddress(asked)
  if (asked !== undefined && person === undefined)
    throw new OAuthFailure('invalid_request', 'pessoa is an e-mail address')
  return person
}

const [FAILURES_OF_CLIENT, FAILURES_OF_NETWORK] = [20, 600]

const tooManyFailures = (refusal: Refusal) =>
  new OAuthFailure('temporarily_unavailable', 'too many failed attempts; try again later', {
    status: 429,
    headers: { 'retry-after': String(secondsToWait(refusal)) },
  })

/**
 * Secrets cannot be guessed, and a check is one query. Limits reduce noise; other clients' failures
 * never refuse a right secret (M-EMBED-16).
 */
const createAuthentication = (clients: ClientsRepository, limits: RateLimits) => {
  const ofClient = limits.window({ name: 'token-client-failures', points: FAILURES_OF_CLIENT, windowMs: MINUTE_MS })
  const ofNetwork = limits.window({ name: 'token-failures', points: FAILURES_OF_NETWORK, windowMs: MINUTE_MS })
  const known = createKnownSecrets<true>()
  return async (ip: string, { id, secret }: Credentials): Promise<Client> => {
    const [network, both] = [networkOf(ip), `${id} ${secret}`]
    // Invented secrets would each cost a look into the database.
    if (known.get(both) === undefined) {
      const allowed = await ofNetwork.peek(network)
      if (!allowed.ok) throw tooManyFailures(allowed)
    }
    const client = await clients.check(id, secret)
    if (client !== undefined) {
      known.learn(both, true)
      return client
    }
    known.forget(both)
    await ofNetwork.consume(network)
    const allowed = await ofClient.consume(`${network} ${id}`)
    if (!allowed.ok) throw tooManyFailures(allowed)
    throw new OAuthFailure('invalid_client', 'unknown client or wrong secret', { status: 401 })
  }
}

/** Unreadable for pages of other origins: the secret belongs to the portal's server. */
export const tokenRoute: FastifyPluginCallbackZod<TokenParts> = (app, parts, done) => {
  const { clients, tokens, database, limits, clock } = parts
  const log = createPortalLog(database)
  const authenticate = createAuthentication(clients, limits)
  const exchange = createExchange(parts)
  app.setErrorHandler(onOAuthError)
  app.addHook(
    'onSend',
    async (_request, reply) => void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }),
  )

  app.post('/oauth/token', { schema }, async (request, reply) => {
    const { body } = request
    if (body.grant_type === TOKEN_EXCHANGE.grantType) {
      const { grant_type: _grant, ...asked } = body
      return exchange(request, reply, Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')))
    }
    const sent = { client_id: filled(body.client_id), client_secret: filled(body.client_secret) }
    const credentials = credentialsIn(readCredentials(request.headers.authorization, sent))
    const client = await authenticate(request.ip, credentials)
    if (client.suspendedBecause !== null)
      throw new OAuthFailure('access_denied', `the organisation is suspended: ${client.suspendedBecause}`, {
        status: 403,
      })
    const grant = filled(body.grant_type)
    if (grant === undefined) throw new OAuthFailure('invalid_request', 'grant_type is missing')
    if (grant !== 'client_credentials')
      throw new OAuthFailure('unsupported_grant_type', 'grant_type is client_credentials or that of RFC 8693')
    const person = personIn(body.pessoa)
    const { scopes, rows } = grantForPerson(client, filled(body.scope), person)
    const user = userIn(filled(body.user))
    const scope = scopeWords({ scopes, rows }).join(' ')
    const actor = { organisationId: client.organisationId, clientId: client.id, tokenId: randomUUID(), user, person }
    if (user !== undefined) await log.record({ actor, action: 'token', detail: scope, at: clock() })
    return {
      access_token: await tokens.issueToClient({ ...actor, scopes, rows }),
      token_type: 'Bearer',
      expires_in: PORTAL_TOKEN_SECONDS,
      scope,
    }
  })
  done()
}
