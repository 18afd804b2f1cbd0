import { normalEmailAddress } from '@atalaia/contracts'
import { callForeign, createFairQueue, isIssuerAddress } from '@atalaia/server'
import * as openid from 'openid-client'
import { HOUR_MS } from '../../base/clock.ts'
import { isEmailVerified, type Identity, type OpenIdProvider } from '../../base/people/provider.ts'

const MAX_BYTES = 256 * 1024
/** For one answer of a provider; a sign-in waits for at most four. */
const TIMEOUT_MS = 4000
const KEPT_MS = HOUR_MS
const FAILURE_KEPT_MS = 10_000
const MAX_KEPT = 200
/** Running and waiting calls of providers. A slow provider takes its own places alone. */
const PLACES = { concurrency: 24, concurrencyPerKey: 8, maxWaiting: 200, maxWaitingPerKey: 40, maxWaitMs: 4000 }
const SCOPE = 'openid email'
/** OpenID Connect Core 1.0, section 2, within the database's characters. */
const SUBJECT = /^[^\0]{1,255}$/

/** Random texts of a sign-in that its answer must match. */
export type Checks = { readonly state: string; readonly nonce: string; readonly verifier: string }

/**
 * - `unavailable`: the provider does not answer, or fails (P-IDENTITY-10).
 * - `denied`: the person refused there.
 * - `refused`: the answer does not match the request, or is not the provider's. `reason` is for the log.
 */
export type ProviderFailure =
  | { readonly status: 'unavailable' | 'refused'; readonly reason: string }
  | { readonly status: 'denied' }

export type OpenId = {
  addressOf(
    provider: OpenIdProvider,
    checks: Checks & { readonly redirectUri: string },
  ): Promise<{ readonly status: 'ready'; readonly address: string } | ProviderFailure>
  exchange(
    provider: OpenIdProvider,
    answer: URL,
    checks: Checks,
  ): Promise<{ readonly status: 'known'; readonly identity: Identity } | ProviderFailure>
}

export type OpenIdOptions = {
  /** True outside production: an issuer on this machine may use http. */
  readonly loopback: boolean
  /** For one answer. Default: 4 s. */
  readonly timeoutMs?: number
}

class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

type Kept = { readonly at: number; failed: boolean; readonly configuration: Promise<openid.Configuration> }

export const createOpenId = ({ loopback, timeoutMs = TIMEOUT_MS }: OpenIdOptions): OpenId => {
  const kept = new Map<string, Kept>()
  const queue = createFairQueue(PLACES)

  const configurationOf = (provider: OpenIdProvider): Promise<openid.Configuration> => {
    const { key, issuer, clientId, clientSecret } = provider
    const name = JSON.stringify([key, issuer, clientId, clientSecret])
    const known = kept.get(name)
    const age = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.at
    if (known !== undefined && age < (known.failed ? FAILURE_KEPT_MS : KEPT_MS)) return known.configuration
    const asked: Kept = { at: performance.now(), failed: false, configuration: discover(provider, loopback, timeoutMs) }
    asked.configuration.catch(() => (asked.failed = true))
    kept.delete(name)
    kept.set(name, asked)
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    return asked.configuration
  }

  const inTurn = async <Value>(
    provider: OpenIdProvider,
    work: () => Promise<Value>,
  ): Promise<Value | ProviderFailure> => {
    const place = await queue.enter(provider.key)
    if (!place.ok) return { status: 'unavailable', reason: 'too many sign-ins wait for this provider' }
    try {
      return await work()
    } catch (error) {
      return failureOf(error)
    } finally {
      place.leave()
    }
  }

  return {
    addressOf: (provider, { redirectUri, state, nonce, verifier }) =>
      inTurn(provider, async () => {
        const address = openid.buildAuthorizationUrl(await configurationOf(provider), {
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { status: 'ready' as const, address: address.href }
      }),
    exchange: (provider, answer, { state, nonce, verifier }) =>
      inTurn(provider, async () => {
        const configuration = await configurationOf(provider)
        const tokens = await openid.authorizationCodeGrant(configuration, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) return { status: 'refused' as const, reason: 'no identity token' }
        const { iss: issuer, sub: subject } = claims
        if (!SUBJECT.test(subject))
          return { status: 'refused' as const, reason: 'its subject is no text of 255 characters' }
        // Providers may keep the address out of the identity token.
        const told =
          claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? { ...claims, ...(await openid.fetchUserInfo(configuration, tokens.access_token, subject)) }
            : claims
        const email = typeof told['email'] === 'string' ? normalEmailAddress(told['email']) : undefined
        const identity = { issuer, subject, email, isEmailVerified: isEmailVerified(provider, told) }
        return { status: 'known' as const, identity }
      }),
  }
}

const discover = async (
  { issuer, clientId, clientSecret }: OpenIdProvider,
  loopback: boolean,
  timeoutMs: number,
): Promise<openid.Configuration> => {
  if (!isIssuerAddress(issuer, loopback)) throw new Unreachable(`${issuer}: it is no https address`)
  const { origin, protocol } = new URL(issuer)
  // An operator has named this address: it may lie in a network of the house. What its document names may not.
  const allowed = { origins: [origin], local: false }
  const ask: openid.CustomFetch = async (address, { method, headers, body }) => {
    const text = body === undefined || body === null ? undefined : String(body)
    const request = {
      allowed,
      maxBytes: MAX_BYTES,
      timeoutMs,
      method,
      headers,
      ...(text !== undefined && { body: text }),
    }
    const answer = await callForeign(address, request).catch((cause: unknown) => {
      throw new Unreachable(`${new URL(address).origin}: no answer`, { cause })
    })
    if (answer.status >= 500) throw new Unreachable(`${new URL(address).origin}: it answers ${answer.status}`)
    return new Response(answer.body === '' ? null : answer.body, answer)
  }
  return openid.discovery(new URL(issuer), clientId, undefined, authenticate(clientSecret), {
    [openid.customFetch]: ask,
    timeout: (timeoutMs * 2) / 1000,
    execute: [openid.enableNonRepudiationChecks, ...(protocol === 'http:' ? [openid.allowInsecureRequests] : [])],
  })
}

/**
 * Uses the provider's declared client authentication, or HTTP Basic (OpenID Connect Discovery,
 * section 3).
 */
const authenticate =
  (secret: string): openid.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const as = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost
    as(secret)(server, ...rest)
  }

const MAX_CAUSES = 5

const failureOf = (error: unknown): ProviderFailure => {
  if (error instanceof openid.AuthorizationResponseError)
    return error.error === 'access_denied' ? { status: 'denied' } : { status: 'refused', reason: error.error }
  const reasons: string[] = []
  let cause = error
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    reasons.push(cause.message)
    if (cause instanceof Unreachable) return { status: 'unavailable', reason: cause.message }
    if ('code' in cause && cause.code === 'OAUTH_TIMEOUT') return { status: 'unavailable', reason: 'no answer in time' }
    cause = cause.cause
  }
  return { status: 'refused', reason: reasons.join(': ') }
}
