import {
  defaultPublicConfig,
  type BusEventName,
  type BusEvents,
  type HttpClient,
  type HttpFailure,
  type RemoteContext,
  type SessionState,
} from '@atalaia/contracts'

export type Answer = { readonly value: unknown } | { readonly failure: HttpFailure }

/** An API whose answers a test says; a call waits until its answer is there. */
export const fakeApi = (answers: Record<string, Answer>) => {
  const waiting: (() => void)[] = []
  const calls: { path: string; body?: unknown }[] = []
  let held = false

  const released = () => (held ? new Promise<void>((resolve) => waiting.push(resolve)) : Promise.resolve())
  const answer: HttpClient['get'] = async (path, parser) => {
    await released()
    const said = answers[path]
    if (!said) throw new Error(`the test says no answer for ${path}`)
    if ('failure' in said) return { ok: false, failure: said.failure }
    const parsed = parser.safeParse(said.value)
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, failure: { kind: 'malformed', detail: parsed.error.message } }
  }
  const http: HttpClient = {
    get: (path, parser) => {
      calls.push({ path })
      return answer(path, parser)
    },
    postJson: (path, body, parser) => {
      calls.push({ path: `POST ${path}`, body })
      return answer(`POST ${path}`, parser)
    },
    postForm: () => Promise.reject(new Error('not used here')),
  }
  return {
    http,
    calls,
    say: (path: string, said: Answer) => void (answers[path] = said),
    /** From now on calls wait. */
    hold: () => void (held = true),
    release: () => {
      held = false
      for (const go of waiting.splice(0)) go()
    },
  }
}

/** A context whose session a test sets; `errors` is what was logged. */
export const fakeContext = (http: HttpClient | undefined) => {
  const last: Partial<BusEvents> = {
    'session:changed': { status: 'active', user: { email: 'ana@empresa.com.br' }, expiresAt: Number.MAX_SAFE_INTEGER },
  }
  const listeners = new Set<(session: SessionState) => void>()
  const errors: [string, unknown][] = []
  const context: RemoteContext = {
    remote: { name: 'mfe-analytics', version: '1.0.0' },
    config: defaultPublicConfig,
    ...(http && { http }),
    bus: {
      peek: (name) => last[name],
      publish: () => {},
      subscribe: <Name extends BusEventName>(name: Name, listener: (event: BusEvents[Name]) => void) => {
        const heard = () => {
          const event = last[name]
          if (event !== undefined) listener(event)
        }
        heard()
        listeners.add(heard)
        return () => void listeners.delete(heard)
      },
    },
    logger: { info: () => {}, warn: () => {}, error: (message, detail) => void errors.push([message, detail]) },
    signal: new AbortController().signal,
  }
  return {
    context,
    errors,
    setSession: (session: SessionState) => {
      last['session:changed'] = session
      for (const listener of listeners) listener(session)
    },
  }
}
