import type { TokenReason } from '@atalaia/contracts'
import { jwtDecode } from 'jwt-decode'
import type { Problem } from './problem.ts'
import type { TokenRequests } from './token-requests.ts'

export type AccessTokenOptions = {
  readonly given: string | null
  readonly requests: TokenRequests
  /** Called with each token that comes into use, including the first. Default: no call. */
  readonly onAdopted?: () => void
  /** Called when the portal gives no other token. Not called after `signal`. */
  readonly onLost: (problem: Problem) => void
  readonly signal: AbortSignal
}

/**
 * Renews an expired or refused token (M-EMBED-8), and keeps it in memory alone.
 * Lifetimes count from receipt on a monotonic clock: the API alone judges validity.
 */
export type AccessToken = {
  /** `true`: there is a token. Asks the portal where needed. */
  start(): Promise<boolean>
  current(): string | undefined
  /** Renews an expired token before a call. `false`: there is none. */
  ensure(): Promise<boolean>
  /** After a 401 to `refused`: renews once for all calls that failed with it. `false`: no other token. */
  renew(refused: string | undefined): Promise<boolean>
  /** After a successful call: a refused token then counts as expired, not invalid. */
  confirm(): void
}

/** The longest delay of `setTimeout`. */
const MAX_TIMER_MS = 2 ** 31 - 1

const NEVER_ACCEPTED: Problem = { code: 'invalid-token', message: 'the API refused the token (401)' }
const EXPIRED: Problem = {
  code: 'session-expired',
  message: 'the token is not valid any more, and there is no other',
}

export const createAccessToken = (options: AccessTokenOptions): AccessToken => {
  const { given, requests, onAdopted, onLost, signal } = options
  let token = given ?? undefined
  /** By `performance.now()`. */
  let endsAt = Number.POSITIVE_INFINITY
  let confirmed = false
  let renewal: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })

  const lose = (problem: Problem): false => {
    token = undefined
    clearTimeout(timer)
    if (!signal.aborted) onLost(problem)
    return false
  }

  const adopt = (next: string): true => {
    token = next
    clearTimeout(timer)
    const lifetimeMs = lifetimeOf(next)
    endsAt = performance.now() + lifetimeMs
    if (lifetimeMs <= MAX_TIMER_MS) timer = setTimeout(() => void request('expired'), lifetimeMs)
    onAdopted?.()
    return true
  }

  const requestOnce = async (reason: TokenReason): Promise<boolean> => {
    const isKnownAsValid = confirmed || (token !== undefined && looksExpired(token))
    const answer = await requests.request(reason, signal)
    if (signal.aborted) return false
    if (answer.ok) return adopt(answer.token)
    if (answer.cause === 'network') return lose({ code: 'api-unreachable', message: answer.message })
    if (reason === 'initial') return lose({ code: 'missing-token', message: answer.message })
    const problem = reason === 'unauthorized' && !isKnownAsValid ? NEVER_ACCEPTED : EXPIRED
    return lose({ ...problem, message: `${problem.message}; ${answer.message}` })
  }

  const request = (reason: TokenReason): Promise<boolean> => {
    renewal ??= requestOnce(reason).finally(() => {
      renewal = undefined
    })
    return renewal
  }

  return {
    start: async () => {
      if (token !== undefined) return adopt(token)
      if (requests.isPossible()) return request('initial')
      return lose({ code: 'missing-token', message: 'set the property token or getToken' })
    },
    current: () => token,
    ensure: async () => {
      if (renewal) return renewal
      return token !== undefined && performance.now() >= endsAt ? request('expired') : token !== undefined
    },
    renew: async (refused) => {
      const isRenewed = token !== undefined && token !== refused && !renewal
      return isRenewed || request('unauthorized')
    },
    confirm: () => {
      confirmed = true
    },
  }
}

const claimsOf = (token: string): { readonly exp?: number | undefined; readonly iat?: number | undefined } => {
  try {
    return jwtDecode(token)
  } catch {
    return {}
  }
}

/**
 * Milliseconds from `iat` to `exp`, both by the API's clock (M-EMBED-18). Without `iat`, this
 * machine's clock decides. Infinite without either: the API decides.
 */
const lifetimeOf = (token: string): number => {
  const { exp, iat = Date.now() / 1000 } = claimsOf(token)
  const lifetimeMs = ((exp ?? Number.NaN) - iat) * 1000
  return lifetimeMs > 0 ? lifetimeMs : Number.POSITIVE_INFINITY
}

/** Only for a refusal's words: this machine's clock may be wrong. */
const looksExpired = (token: string): boolean => (claimsOf(token).exp ?? Number.POSITIVE_INFINITY) * 1000 <= Date.now()
