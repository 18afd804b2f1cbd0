import {
  shellEvents,
  type Bus,
  type BusEventName,
  type BusEvents,
  type Logger,
  type LoginOutcome,
  type SessionState,
} from '@atalaia/contracts'

type Listener<Name extends BusEventName> = (event: BusEvents[Name]) => void
type Listeners = { readonly [Name in BusEventName]: Set<Listener<Name>> }

/**
 * The shell's full view. A listener's error is logged and stops no listener. Late subscribers of
 * shell events get the last value at once (M-BUS-1) (M-BUS-5).
 */
export const createBus = (logger: Logger, onSubscribe: (name: BusEventName) => void = () => {}): Bus => {
  const last: Partial<BusEvents> = {}
  const listeners: Listeners = {
    'session:changed': new Set(),
    'theme:changed': new Set(),
    'numbers:changed': new Set(),
    'login:succeeded': new Set(),
    'logout:requested': new Set(),
    'toast:requested': new Set(),
  }

  return {
    subscribe: <Name extends BusEventName>(name: Name, listener: Listener<Name>) => {
      // One entry per subscription, so that the same function subscribed twice is two subscriptions (M-BUS-6).
      const entry: Listener<Name> = (event) => {
        try {
          listener(event)
        } catch (error) {
          logger.error(`bus: a listener of ${name} threw`, error)
        }
      }
      const entries: Set<Listener<Name>> = listeners[name]
      entries.add(entry)
      onSubscribe(name)
      const value = last[name]
      if (value !== undefined) entry(value)
      return () => entries.delete(entry)
    },
    peek: (name) => last[name],
    publish: <Name extends BusEventName>(name: Name, event: BusEvents[Name]) => {
      if (shellEvents.includes(name)) last[name] = event
      // A copy: a listener that subscribes during the delivery has already received the value by replay.
      for (const entry of Array.from<Listener<Name>>(listeners[name])) entry(event)
    },
  }
}

export type RemoteBusOptions = {
  readonly name: string
  /** Default: no token. */
  readonly token?: Bus['token']
  readonly signal: AbortSignal
}

/** A remote's view: without the session's token (M-BUS-3). Publishing a shell event throws (M-BUS-2). */
export const createRemoteBus = (bus: Bus, { name: remote, token, signal }: RemoteBusOptions): Bus => {
  // The same session gives the same object each time: `peek` serves as a snapshot for React.
  let hidden: { readonly from: SessionState; readonly state: SessionState } | undefined
  const hideToken = (session: SessionState): SessionState => {
    if (hidden?.from !== session) hidden = { from: session, state: withoutToken(session) }
    return hidden.state
  }
  const views: { readonly [Name in BusEventName]?: (event: BusEvents[Name]) => BusEvents[Name] } = {
    'session:changed': hideToken,
    'login:succeeded': hideAccessToken,
  }
  const seen = <Name extends BusEventName>(name: Name, event: BusEvents[Name]): BusEvents[Name] => {
    const view: ((event: BusEvents[Name]) => BusEvents[Name]) | undefined = views[name]
    return view ? view(event) : event
  }

  return {
    subscribe: (name, listener) => {
      const unsubscribe = bus.subscribe(name, (event) => listener(seen(name, event)))
      signal.addEventListener('abort', unsubscribe, { once: true })
      return () => {
        signal.removeEventListener('abort', unsubscribe)
        unsubscribe()
      }
    },
    peek: (name) => {
      const event = bus.peek(name)
      return event === undefined ? undefined : seen(name, event)
    },
    publish: (name, event) => {
      if (shellEvents.includes(name)) throw new Error(`${remote} may not publish ${name}: the shell alone does`)
      bus.publish(name, event)
    },
    ...(token && { token }),
  }
}

const hideAccessToken = (outcome: LoginOutcome): LoginOutcome =>
  outcome.kind === 'token' ? { kind: 'token', accessToken: '' } : outcome

const withoutToken = (session: SessionState): SessionState => {
  if (session.status !== 'active') return session
  // Named one by one, so that what a session has in future reaches nobody by itself.
  const { status, user, expiresAt, organisation, role, firstSteps } = session
  return {
    status,
    user,
    expiresAt,
    ...(organisation && { organisation }),
    ...(role && { role }),
    ...(firstSteps && { firstSteps }),
  }
}
