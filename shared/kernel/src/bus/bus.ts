import { replayedEvents, type Bus, type BusEventName, type BusEvents, type Logger } from '@atalaia/contracts'

type Listeners = { [Name in BusEventName]?: Set<(event: BusEvents[Name]) => void> }

/**
 * The bus in full, for the shell. A listener that throws is logged and stops nobody else.
 * A late subscriber of a replayed event gets its last value before `subscribe` returns.
 */
export const createBus = (logger: Logger): Bus => {
  const listeners: Listeners = {}
  const last: { [Name in BusEventName]?: BusEvents[Name] } = {}

  const deliver = <Name extends BusEventName>(
    name: Name,
    listener: (event: BusEvents[Name]) => void,
    event: BusEvents[Name],
  ) => {
    try {
      listener(event)
    } catch (error) {
      logger.error(`bus: a listener of ${name} threw`, error)
    }
  }

  const listenersOf = <Name extends BusEventName>(name: Name): Set<(event: BusEvents[Name]) => void> => {
    const known: Listeners[Name] = listeners[name]
    if (known) return known
    const fresh = new Set<(event: BusEvents[Name]) => void>()
    Object.assign(listeners, { [name]: fresh })
    return fresh
  }

  return {
    subscribe: (name, listener) => {
      // One entry per subscription, so that the same function subscribed twice is two subscriptions.
      const entry = (event: BusEvents[typeof name]) => deliver(name, listener, event)
      listenersOf(name).add(entry)
      const value = last[name]
      if (value !== undefined) entry(value)
      return () => listenersOf(name).delete(entry)
    },
    peek: (name) => last[name],
    publish: (name, event) => {
      if (replayedEvents.includes(name)) Object.assign(last, { [name]: event })
      // Who subscribes while it is delivered has got it by replay.
      for (const entry of Array.from(listenersOf(name))) entry(event)
    },
  }
}
