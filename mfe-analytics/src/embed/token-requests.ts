import type { GetToken, TokenReason } from '@atalaia/contracts'
import { messageOf } from './message-of.ts'

/** Least time between a request to the portal and the next automatic request (M-EMBED-19). */
export const REQUEST_INTERVAL_MS = 3_000

export type PortalAnswer =
  | { readonly ok: true; readonly token: string }
  /** `network`: the portal's server was unreachable. */
  | { readonly ok: false; readonly cause: 'network' | 'none'; readonly message: string }

export type TokenRequests = {
  /** True when there is a `getToken`. */
  isPossible(): boolean
  /**
   * Asks the portal; never rejects. `initial` asks at once; other reasons wait until {@link
   * REQUEST_INTERVAL_MS} after any session's last request, or until `signal` aborts.
   */
  request(reason: TokenReason, signal: AbortSignal): Promise<PortalAnswer>
}

export const createTokenRequests = (getToken: () => GetToken | null): TokenRequests => {
  let last = Number.NEGATIVE_INFINITY
  return {
    isPossible: () => getToken() !== null,
    request: async (reason, signal) => {
      if (getToken() === null) return none('there is no getToken to ask for another token')
      if (reason !== 'initial') await pause(last + REQUEST_INTERVAL_MS - performance.now(), signal)
      if (signal.aborted) return none('the session has ended')
      last = performance.now()
      return ask(getToken(), reason)
    },
  }
}

const none = (message: string): PortalAnswer => ({ ok: false, cause: 'none', message })

export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

const ask = async (getToken: GetToken | null, reason: TokenReason): Promise<PortalAnswer> => {
  try {
    const token: unknown = await getToken?.(reason)
    return typeof token === 'string' && token !== '' ? { ok: true, token } : none(`getToken('${reason}') gave no token`)
  } catch (error) {
    const detail = messageOf(error)
    const cause = isNetworkFailure(error) ? 'network' : 'none'
    return { ok: false, cause, message: `getToken('${reason}') failed: ${detail}` }
  }
}

/** Messages of axios, and of `fetch` in Chromium, Firefox and Safari. */
const NETWORK_MESSAGE = /failed to fetch|networkerror|load failed|network error/i

/**
 * `fetch` rejects with a TypeError, like faults in the portal's code: the text tells them apart
 * (M-EMBED-20).
 */
const isNetworkFailure = (error: unknown): boolean =>
  globalThis.navigator?.onLine === false || (error instanceof Error && NETWORK_MESSAGE.test(error.message))
