import {
  STORAGE_KEYS,
  type Bus,
  type LoginOutcome,
  type SessionEnd,
  type SessionState,
  type Unsubscribe,
  type User,
} from '@atalaia/contracts'
import type { Ports, Renewal, SessionServer } from '../ports.ts'
import { readClaims } from './claims.ts'
import { demoToken, readToken, type TokenFacts } from './token.ts'

export type SessionOptions = Pick<Ports, 'storage' | 'cookie' | 'clock'> & {
  readonly bus: Bus
  /** True accepts a login without a backend (P-SESSION-14). */
  readonly demo: boolean
  readonly server?: SessionServer | undefined
}

/**
 * The page's session, and its only writer. Each change is published as `session:changed` before its
 * call returns.
 * - `anonymous`: storage has no valid token. `reason`: why the last session ended.
 * - `active`: a valid token; storage holds token and user, and the cookie marks the session (P-SESSION-1,
 *   P-SESSION-3).
 *   A renewable token is renewed in time (P-SESSION-23). Expiry (P-SESSION-9) or a log-out in another tab
 *   (P-SESSION-11) ends the session.
 */
export type Session = {
  state(): SessionState
  /** Aborts when the session ends; without one, when the next session ends (P-SESSION-28). */
  signal(): AbortSignal
  start(renewal?: Renewal): void
  /**
   * Offers an address's token. Without a session, accepts it or refuses as `rejected` (P-SESSION-5,
   * P-SESSION-7). A running session stays, and the result is a message or question for the person.
   * `undefined`: nothing to show.
   */
  offer(token: string): SessionOffer | undefined
  /** Does nothing when `anonymous`. */
  end(reason: SessionEnd): void
  /** Ends the session only if `token` is current: late 401s spare newer sessions (P-SESSION-10). */
  refuse(token: string): void
  /** Resolves when the token may be sent, after a renewal if expired. */
  ready(): Promise<void>
  /**
   * Renews a refused token (P-SESSION-25). True: repeat the call with the new token. Ends the
   * session when that fails.
   */
  renew(refused: string): Promise<boolean>
  /** Renews a token with outdated facts, such as a role. Ignored without renewal. */
  refresh(): void
  /** Stops timers and subscriptions. Keeps the state. */
  dispose(): void
}

/** An offered token in a page with a session. */
export type SessionOffer =
  | { readonly status: 'unusable' }
  /** `user`: unverified. `accept` replaces the running session; false for an expired token. */
  | { readonly status: 'another'; readonly user: User; accept(): boolean }

const RETRY_MS = 2000
const MAX_RETRY_MS = 60_000

/** Follows `login:succeeded`, `logout:requested` and other tabs' storage. */
export const createSession = ({ bus, storage, cookie, clock, demo, server }: SessionOptions): Session => {
  let state: SessionState = { status: 'anonymous', reason: 'none' }
  let facts: TokenFacts | undefined
  let cancelExpiry: Unsubscribe | undefined
  let cancelRenewal: Unsubscribe | undefined
  let running: Promise<boolean> | undefined
  let unanswered = 0
  let ending = new AbortController()

  const become = (next: SessionState) => {
    state = next
    bus.publish('session:changed', next)
  }

  const stopTimers = () => {
    cancelExpiry?.()
    cancelRenewal?.()
  }

  const forget = () => {
    stopTimers()
    facts = undefined
    for (const key of [STORAGE_KEYS.token, STORAGE_KEYS.olderToken, STORAGE_KEYS.user]) storage.remove(key)
    cookie.clear()
  }

  const accept = (token: string, isFresh = false): boolean => {
    const read = readToken(token, clock.now(), { isFresh, renews: server !== undefined })
    if (!read) return false
    stopTimers()
    facts = read
    unanswered = 0
    const { user, expiresAt, organisation, role, firstSteps, renewal } = read
    const left = expiresAt - clock.now()
    cancelExpiry = clock.after(left, () => end('expired'))
    if (renewal) renewIn(renewal.dueAt - clock.now())
    storage.write(STORAGE_KEYS.token, token)
    // Not where storage is full: the older name then keeps the only copy.
    if (storage.read(STORAGE_KEYS.token) === token) storage.remove(STORAGE_KEYS.olderToken)
    storage.write(STORAGE_KEYS.user, JSON.stringify(user))
    cookie.mark(Math.floor(left / 1000))
    const place = {
      ...(organisation && { organisation }),
      ...(role && { role }),
      ...(firstSteps === true && { firstSteps }),
    }
    become({ status: 'active', token, user, expiresAt, ...place })
    return true
  }

  const refuseWith = (reason: SessionEnd) => {
    forget()
    ending.abort()
    ending = new AbortController()
    become({ status: 'anonymous', reason })
  }

  const end = (reason: SessionEnd) => {
    if (state.status === 'active') refuseWith(reason)
  }

  const current = () => (state.status === 'active' ? state.token : undefined)

  /** P-SESSION-2 */
  const stored = () => storage.read(STORAGE_KEYS.token) ?? storage.read(STORAGE_KEYS.olderToken)

  /** P-LOGIN-6 */
  const login = (outcome: LoginOutcome) => {
    if (outcome.kind === 'demo' && !demo) return refuseWith('rejected')
    const token = outcome.kind === 'demo' ? demoToken(outcome.email, clock.now()) : outcome.accessToken
    if (!accept(token, true)) refuseWith('rejected')
  }

  const followOtherTabs = () => {
    const token = stored()
    if (token === current()) return
    // Another tab has just been given it.
    if (!token || !accept(token, true)) end('logout')
  }

  const renewNow = async (asked: string, reason: SessionEnd): Promise<boolean> => {
    followOtherTabs()
    if (server === undefined || current() !== asked) return current() !== undefined
    const answer = await server.renew(asked)
    if (current() !== asked) return current() !== undefined
    if (answer.status === 'renewed' && accept(answer.token, true)) return true
    if (answer.status !== 'unanswered') refuseWith(reason)
    else renewIn(Math.min(RETRY_MS * 2 ** unanswered++, MAX_RETRY_MS))
    return false
  }

  const renewFor = (reason: SessionEnd): Promise<boolean> => {
    const asked = current()
    if (server === undefined || asked === undefined) return Promise.resolve(false)
    running ??= server.exclusively(() => renewNow(asked, reason)).finally(() => (running = undefined))
    return running
  }

  const renewIn = (milliseconds: number) => {
    cancelRenewal?.()
    cancelRenewal = clock.after(Math.max(0, milliseconds), () => void renewFor('expired'))
  }

  /** Timers pause while a machine sleeps. */
  const wake = () => {
    if (state.status !== 'active') return
    if (facts?.renewal && clock.now() >= facts.renewal.dueAt) void renewFor('expired')
    else if (clock.now() >= state.expiresAt) end('expired')
  }

  const isOfSamePerson = (refused: string) => readClaims(refused)?.sub === readClaims(current() ?? '')?.sub

  const renew = async (refused: string): Promise<boolean> => {
    if (current() !== refused) return current() !== undefined && isOfSamePerson(refused)
    if (facts?.renewal) return renewFor('unauthorized')
    end('unauthorized')
    return false
  }

  /** P-SESSION-8 */
  const leave = (reason: 'logout' | 'unauthorized') => {
    const token = current()
    if (token === undefined) return
    if (reason === 'unauthorized') return void renew(token)
    const isOnServer = facts?.sid !== undefined
    // First in the browser: calls of its other tabs end before the server refuses them.
    end(reason)
    if (isOnServer) server?.end(token)
  }

  const undo = [
    bus.subscribe('login:succeeded', login),
    bus.subscribe('logout:requested', ({ reason }) => leave(reason)),
    storage.onChange(followOtherTabs),
    server?.onWake(wake),
  ]

  return {
    state: () => state,
    signal: () => ending.signal,
    start: (renewal) => {
      if (renewal?.status === 'renewed' && accept(renewal.token, true)) return
      const token = stored()
      const isRefused = renewal?.status === 'refused' && renewal.token === token
      // Without an answer a clock that is ahead would end the session.
      if (token !== undefined && !isRefused && (accept(token) || (renewal !== undefined && accept(token, true)))) return
      if (token !== undefined) forget()
      become({ status: 'anonymous', reason: token ? 'expired' : 'none' })
    },
    offer: (token) => {
      if (state.status === 'anonymous') {
        if (!accept(token)) become({ status: 'anonymous', reason: 'rejected' })
        return undefined
      }
      if (token === state.token) return undefined
      const read = readToken(token, clock.now())
      return read ? { status: 'another', user: read.user, accept: () => accept(token) } : { status: 'unusable' }
    },
    end,
    refuse: (token) => {
      if (state.status === 'active' && state.token === token) end('unauthorized')
    },
    ready: async () => {
      if (facts?.renewal && clock.now() >= facts.renewal.tokenEndsAt) await renewFor('expired')
    },
    renew,
    refresh: () => {
      if (facts?.renewal) void renewFor('unauthorized')
    },
    dispose: () => {
      stopTimers()
      for (const off of undo) off?.()
    },
  }
}
