import {
  defaultPublicConfig,
  replayedEvents,
  type Bus,
  type BusEventName,
  type BusEvents,
  type HttpClient,
  type HttpFailure,
  type PublicConfig,
  type RemoteContext,
} from '@atalaia/contracts'

type Published = { readonly [Name in BusEventName]: { name: Name; event: BusEvents[Name] } }[BusEventName]
type Call = { readonly method: 'postForm' | 'postJson'; readonly path: string; readonly body: unknown }
export type Reply = { readonly kind: 'body'; readonly body: unknown } | HttpFailure

/** A bus as the shell has it: replayed events reach a late listener at once. */
const createFakeBus = () => {
  const published: Published[] = []
  const last: Partial<BusEvents> = {}
  const listeners = new Map<BusEventName, Set<(event: never) => void>>()
  const bus: Bus = {
    subscribe: (name, listener) => {
      const heard = listeners.get(name) ?? new Set()
      listeners.set(name, heard.add(listener))
      const event = last[name]
      if (event && replayedEvents.includes(name)) listener(event)
      return () => heard.delete(listener)
    },
    peek: (name) => last[name],
    publish: (name, event) => {
      last[name] = event
      published.push({ name, event } as Published)
      for (const listener of listeners.get(name) ?? []) (listener as (heard: typeof event) => void)(event)
    },
  }
  return { bus, published }
}

/** A context whose API gives the prepared replies, in turn; without one, a call stays unanswered. */
export const createFakeContext = (config: Partial<PublicConfig> = {}) => {
  const calls: Call[] = []
  const logged: { message: string; detail: unknown }[] = []
  const replies: (Reply | Promise<Reply>)[] = []
  const answer: HttpClient['get'] = async (_path, parser) => {
    const reply = await (replies.shift() ?? new Promise<never>(() => {}))
    if (reply.kind !== 'body') return { ok: false, failure: reply }
    const parsed = parser.safeParse(reply.body)
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, failure: { kind: 'malformed', detail: parsed.error.message } }
  }
  const http: HttpClient = {
    get: answer,
    postForm: (path, body, parser) => {
      calls.push({ method: 'postForm', path, body })
      return answer(path, parser)
    },
    postJson: (path, body, parser) => {
      calls.push({ method: 'postJson', path, body })
      return answer(path, parser)
    },
  }
  const end = new AbortController()
  const { bus, published } = createFakeBus()
  const context: RemoteContext = {
    remote: { name: 'mfe-auth', version: '1.0.0' },
    config: { ...defaultPublicConfig, ...config },
    bus,
    http,
    logger: { info: () => {}, warn: () => {}, error: (message, detail) => void logged.push({ message, detail }) },
    signal: end.signal,
  }
  return { context, bus, published, calls, logged, replies, end: () => end.abort() }
}
