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
  /** Whether a login without a backend is accepted (P-SESSION-14). */
  readonly demo: boolean
  /** Renews tokens, and ends sessions. Default: a token is used until it expires. */
  readonly server?: SessionServer | undefined
}

/**
 * The session of the page, and its only writer. Each change is published as `session:changed` before the call that
 * caused it returns.
 *
 * - `anonymous`: storage holds no valid token. `reason` is why the last session ended.
 * - `active`: the token is readable and has not expired; storage holds token and user, and the cookie marks the
 *   session (P-SESSION-1, P-SESSION-3). A token that the server renews is renewed before it ends (P-SESSION-23). The session
 *   ends by itself when the token expires for good (P-SESSION-9), and with a log-out in another tab (P-SESSION-11).
 */
export type Session = {
  state(): SessionState
  /** Aborts when the session of now ends (P-SESSION-28). While nobody is signed in: when the next one does. */
  signal(): AbortSignal
  /** Begins with the stored token, and with the result of renewing it if it had expired. Call once, before anything else. */
  start(renewal?: Renewal): void
  /**
   * Offers the token of an address. Without a session it is accepted, or refused as `rejected` (P-SESSION-5, P-SESSION-7).
   * A running session stays, whatever is offered: the result says what the person is to be told or asked. `undefined`:
   * nothing, because the token was accepted or refused, or is that of the running session.
   */
  offer(token: string): SessionOffer | undefined
  /** Ends the session. Does nothing when it is `anonymous`. */
  end(reason: SessionEnd): void
  /** Ends the session only if `token` is still its token: a late 401 does not end a newer session (P-SESSION-10). */
  refuse(token: string): void
  /** Resolves when the token may be sent: at once, or when one that has expired is renewed. */
  ready(): Promise<void>
  /**
   * Renews the token that a call was refused with (P-SESSION-25). True: there is another one, with which the call may
   * be repeated. Ends the session if that is refused too, or cannot be had for this token.
   */
  renew(refused: string): Promise<boolean>
  /** Renews a token whose facts are no longer true, as after a change of the role. Does nothing where no server renews it. */
  refresh(): void
  /** Stops the timers and the subscriptions. The state stays. */
  dispose(): void
}

/** A token that was offered to a page that has a session already. */
export type SessionOffer =
  /** The token cannot be a session. */
  | { readonly status: 'unusable' }
  /**
   * Another session. `user` is who the token names: nobody has verified it. `accept` replaces the running session; false
   * when the token has expired since.
   */
  | { readonly status: 'another'; readonly user: User; accept(): boolean }

/** After a renewal without an answer, the next one; doubled each time up to a minute. */
const RETRY_MS = 2000
const MAX_RETRY_MS = 60_000

/** Creates the session. It follows `login:succeeded` and `logout:requested` on the bus, and the storage of other tabs. */
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

  /** The token, or that under its older name (P-SESSION-2). */
  const stored = () => storage.read(STORAGE_KEYS.token) ?? storage.read(STORAGE_KEYS.olderToken)

  /** A login that has succeeded (P-LOGIN-6), or not: its token may be unusable. */
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

  /** In the turn of this tab: the one before may have renewed the token already. */
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

  /** Timers stand still while a machine sleeps. */
  const wake = () => {
    if (state.status !== 'active') return
    if (clock.now() >= state.expiresAt) end('expired')
    else if (facts?.renewal && clock.now() >= facts.renewal.dueAt) void renewFor('expired')
  }

  /** A call of one person is not repeated for another one. */
  const isOfSamePerson = (refused: string) => readClaims(refused)?.sub === readClaims(current() ?? '')?.sub

  const renew = async (refused: string): Promise<boolean> => {
    if (current() !== refused) return current() !== undefined && isOfSamePerson(refused)
    if (facts?.renewal) return renewFor('unauthorized')
    end('unauthorized')
    return false
  }

  /** A log-out (P-SESSION-8), or a 401 that somebody else was answered with. */
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
      if (token !== undefined && !isRefused && accept(token)) return
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
