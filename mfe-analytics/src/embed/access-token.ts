import type { GetToken, TokenReason } from '@atalaia/contracts'
import { jwtDecode } from 'jwt-decode'
import type { Problem } from './problem.ts'

export type AccessTokenOptions = {
  /** The token that the portal set, if it did. */
  readonly given: string | null
  readonly getToken: () => GetToken | null
  /** Called when there is no token any more, and the portal gives no other. Not called after `signal`. */
  readonly onLost: (problem: Problem) => void
  /** Ends all timers and callbacks. */
  readonly signal: AbortSignal
}

/** The token in use, renewed when it expires or is refused. It is kept in memory alone. */
export type AccessToken = {
  /** Resolves to `true` when there is a token that has not expired; asks the portal where needed. */
  start(): Promise<boolean>
  current(): string | undefined
  /** Before a call: renews a token that has expired since. `false`: there is none. */
  ensure(): Promise<boolean>
  /** After a 401 to `refused`: renews the token, once for all calls that failed with it. `false`: there is no other. */
  renew(refused: string | undefined): Promise<boolean>
  /** After a successful call: from now on a token that is refused counts as expired, not as invalid. */
  confirm(): void
}

/** The longest delay that `setTimeout` takes. */
const MAX_TIMER_MS = 2 ** 31 - 1

const NEVER_ACCEPTED: Problem = { code: 'invalid-token', message: 'the API refused the token (401)' }
const EXPIRED: Problem = {
  code: 'session-expired',
  message: 'the token is not valid any more, and there is no other',
}

export const createAccessToken = ({ given, getToken, onLost, signal }: AccessTokenOptions): AccessToken => {
  let token = given ?? undefined
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
    const expiry = expiryOf(next)
    if (expiry !== undefined)
      timer = setTimeout(() => void request('expired'), Math.min(Math.max(expiry - Date.now(), 0), MAX_TIMER_MS))
    return true
  }

  const requestOnce = async (reason: TokenReason): Promise<boolean> => {
    const answer = await askPortal(getToken(), reason)
    if (signal.aborted) return false
    if (answer.ok) return adopt(answer.token)
    if (reason === 'initial') return lose({ code: 'missing-token', message: answer.message })
    const problem = reason === 'unauthorized' && !confirmed ? NEVER_ACCEPTED : EXPIRED
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
      if (token !== undefined) return hasExpired(token) ? request('expired') : adopt(token)
      if (getToken()) return request('initial')
      return lose({ code: 'missing-token', message: 'set the property token or getToken' })
    },
    current: () => token,
    ensure: async () => {
      if (renewal) return renewal
      return token !== undefined && hasExpired(token) ? request('expired') : token !== undefined
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

/** The instant at which a token expires, in milliseconds since the epoch; `undefined` for a token without `exp`. */
const expiryOf = (token: string): number | undefined => {
  try {
    const { exp } = jwtDecode(token)
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

const hasExpired = (token: string): boolean => (expiryOf(token) ?? Number.POSITIVE_INFINITY) <= Date.now()

type PortalAnswer = { readonly ok: true; readonly token: string } | { readonly ok: false; readonly message: string }

/** Asks the portal for a token. Never throws, whatever the portal's function does. */
const askPortal = async (getToken: GetToken | null, reason: TokenReason): Promise<PortalAnswer> => {
  if (!getToken) return { ok: false, message: 'there is no getToken to ask for another token' }
  try {
    const token: unknown = await getToken(reason)
    if (typeof token !== 'string' || token === '') return { ok: false, message: `getToken('${reason}') gave no token` }
    if (hasExpired(token)) return { ok: false, message: `getToken('${reason}') gave a token that has expired` }
    return { ok: true, token }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { ok: false, message: `getToken('${reason}') failed: ${detail}` }
  }
}
