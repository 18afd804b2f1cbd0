import type { Bus, LoginOutcome, SessionEnd, SessionState, Unsubscribe } from '@atalaia/contracts'
import type { Clock, SessionCookie, SessionStorage } from '../ports.ts'
import { demoToken, readToken } from './token.ts'

export type SessionOptions = {
  readonly bus: Bus
  readonly storage: SessionStorage
  readonly cookie: SessionCookie
  readonly clock: Clock
  /** Is a login without a backend accepted? */
  readonly demo: boolean
}

/** The one writer of the session. */
export type Session = {
  /** The current state; the bus tells every change. */
  state(): SessionState
  /** Takes up the offered token (from the address) or, without one, the stored one. Call once, before anything else. */
  start(offered?: string): void
  /** Ends the session; does nothing when there is none. */
  end(reason: SessionEnd): void
  /** Ends the session only if `token` is still the one in use: a late 401 ends no newer session. */
  refuse(token: string): void
  dispose(): void
}

/** Storage keys (P-SESSION-1, P-SESSION-2). `token` is an older name of `access_token`: read and removed, never written. */
const keys = { token: 'access_token', olderToken: 'token', user: 'user' } as const

/**
 * Owns the session: storage, cookie, expiry (acted on when it happens) and other tabs. Speaks over the bus:
 * `login:succeeded` and `logout:requested` come in, `session:changed` goes out.
 */
export const createSession = ({ bus, storage, cookie, clock, demo }: SessionOptions): Session => {
  let state: SessionState = { status: 'anonymous', reason: 'none' }
  let cancelExpiry: Unsubscribe | undefined

  const become = (next: SessionState) => {
    state = next
    bus.publish('session:changed', next)
  }

  const forget = () => {
    cancelExpiry?.()
    for (const key of Object.values(keys)) storage.remove(key)
    cookie.clear()
  }

  const accept = (token: string): boolean => {
    const facts = readToken(token, clock.now())
    if (!facts) return false
    cancelExpiry?.()
    const left = facts.expiresAt - clock.now()
    cancelExpiry = clock.after(left, () => end('expired'))
    storage.write(keys.token, token)
    storage.write(keys.user, JSON.stringify(facts.user))
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

  const stored = () => storage.read(keys.token) ?? storage.read(keys.olderToken)

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
    start: (offered) => {
      if (offered !== undefined && accept(offered)) return
      const token = stored()
      if (token !== undefined && accept(token)) return
      if (token !== undefined) forget()
      become({ status: 'anonymous', reason: offered === undefined ? (token ? 'expired' : 'none') : 'rejected' })
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
