import { shellOnlyEvents, type Bus, type BusEventName, type BusEvents, type SessionState } from '@atalaia/contracts'

/** Whose view of the bus it is. `signal` ends all its subscriptions. */
export type RemoteBusOptions = { readonly name: string; readonly token: boolean; readonly signal: AbortSignal }

const withoutToken = (session: SessionState): SessionState =>
  session.status === 'active' ? { status: 'active', user: session.user, expiresAt: session.expiresAt } : session

/**
 * One remote's view of the bus: the session carries the token only where the descriptor asks for it, events of
 * the shell cannot be published, and what it subscribed ends with `signal`.
 */
export const createRemoteBus = (bus: Bus, { name: remote, token, signal }: RemoteBusOptions): Bus => {
  const hides = (name: BusEventName) => name === 'session:changed' && !token
  // The same session gives the same object each time: `peek` serves as a snapshot for React.
  let hidden: { from: SessionState; state: SessionState } | undefined
  const conceal = (state: SessionState): SessionState => {
    if (hidden?.from !== state) hidden = { from: state, state: withoutToken(state) }
    return hidden.state
  }
  const peekSession = () => {
    const state = bus.peek('session:changed')
    return state && conceal(state)
  }

  return {
    subscribe: (name, listener) => {
      const unsubscribe = bus.subscribe(name, (event) => {
        if (!hides(name)) return listener(event)
        const session = peekSession()
        if (session) Reflect.apply(listener, undefined, [session])
      })
      signal.addEventListener('abort', unsubscribe, { once: true })
      return () => {
        signal.removeEventListener('abort', unsubscribe)
        unsubscribe()
      }
    },
    peek: <Name extends BusEventName>(name: Name): BusEvents[Name] | undefined => {
      if (!hides(name)) return bus.peek(name)
      const view: Partial<BusEvents> = { 'session:changed': peekSession() }
      return view[name]
    },
    publish: (name, event) => {
      if (shellOnlyEvents.includes(name)) throw new Error(`${remote} may not publish ${name}: the shell alone does`)
      bus.publish(name, event)
    },
  }
}
