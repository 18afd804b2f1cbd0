import {
  STORAGE_KEYS,
  type Bus,
  type LoginOutcome,
  type SessionEnd,
  type SessionState,
  type Unsubscribe,
  type User,
} from '@atalaia/contracts'
import type { Ports } from '../ports.ts'
import { demoToken, readToken } from './token.ts'

export type SessionOptions = Pick<Ports, 'storage' | 'cookie' | 'clock'> & {
  readonly bus: Bus
  /** Whether a login without a backend is accepted. */
  readonly demo: boolean
}

/**
 * The session of the page, and its only writer. Each change is published as `session:changed` before the call that
 * caused it returns.
 *
 * - `anonymous`: storage holds no valid token. `reason` is why the last session ended.
 * - `active`: the token is readable and has not expired; storage holds token and user, and the cookie marks the
 *   session (P-SESSION-1, P-SESSION-3). It ends by itself when the token expires (P-SESSION-9), and with a log-out in
 *   another tab (P-SESSION-11).
 */
export type Session = {
  state(): SessionState
  /** Begins with the stored token. Call once, before anything else. */
  start(): void
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
  /** Stops the timer and the subscriptions. The state stays. */
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

/** Creates the session. It follows `login:succeeded` and `logout:requested` on the bus, and the storage of other tabs. */
export const createSession = ({ bus, storage, cookie, clock, demo }: SessionOptions): Session => {
  let state: SessionState = { status: 'anonymous', reason: 'none' }
  let cancelExpiry: Unsubscribe | undefined

  const become = (next: SessionState) => {
    state = next
    bus.publish('session:changed', next)
  }

  const forget = () => {
    cancelExpiry?.()
    for (const key of [STORAGE_KEYS.token, STORAGE_KEYS.olderToken, STORAGE_KEYS.user]) storage.remove(key)
    cookie.clear()
  }

  const accept = (token: string): boolean => {
    const facts = readToken(token, clock.now())
    if (!facts) return false
    cancelExpiry?.()
    const left = facts.expiresAt - clock.now()
    cancelExpiry = clock.after(left, () => end('expired'))
    storage.write(STORAGE_KEYS.token, token)
    // Not where storage is full: the older name then keeps the only copy.
    if (storage.read(STORAGE_KEYS.token) === token) storage.remove(STORAGE_KEYS.olderToken)
    storage.write(STORAGE_KEYS.user, JSON.stringify(facts.user))
    cookie.mark(Math.floor(left / 1000))
    become({ status: 'active', token, ...facts })
    return true
  }

  const refuseWith = (reason: SessionEnd) => {
    forget()
    become({ status: 'anonymous', reason })
  }

  const end = (reason: SessionEnd) => {
    if (state.status === 'active') refuseWith(reason)
  }

  const stored = () => storage.read(STORAGE_KEYS.token) ?? storage.read(STORAGE_KEYS.olderToken)

  const login = (outcome: LoginOutcome) => {
    if (outcome.kind === 'demo' && !demo) return refuseWith('rejected')
    const token = outcome.kind === 'demo' ? demoToken(outcome.email, clock.now()) : outcome.accessToken
    if (!accept(token)) refuseWith('rejected')
  }

  const followOtherTabs = () => {
    const token = stored()
    const current = state.status === 'active' ? state.token : undefined
    if (token === current) return
    if (!token) end('logout')
    else if (!accept(token)) end('logout')
  }

  const undo = [
    bus.subscribe('login:succeeded', login),
    bus.subscribe('logout:requested', ({ reason }) => end(reason)),
    storage.onChange(followOtherTabs),
  ]

  return {
    state: () => state,
    start: () => {
      const token = stored()
      if (token !== undefined && accept(token)) return
      if (token !== undefined) forget()
      become({ status: 'anonymous', reason: token ? 'expired' : 'none' })
    },
    offer: (token) => {
      if (state.status === 'anonymous') {
        if (!accept(token)) become({ status: 'anonymous', reason: 'rejected' })
        return undefined
      }
      if (token === state.token) return undefined
      const facts = readToken(token, clock.now())
      return facts ? { status: 'another', user: facts.user, accept: () => accept(token) } : { status: 'unusable' }
    },
    end,
    refuse: (token) => {
      if (state.status === 'active' && state.token === token) end('unauthorized')
    },
    dispose: () => {
      cancelExpiry?.()
      for (const off of undo) off()
    },
  }
}
