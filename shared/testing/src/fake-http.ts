import type { HttpClient, HttpFailure, Parser, HttpResult } from '@atalaia/contracts'

/** A call that a remote made. `body` is `undefined` for GET. */
export type Call = { readonly method: 'get' | 'postJson' | 'postForm'; readonly path: string; readonly body: unknown }

/** What the API says to a call: a body as it crosses the network, or a failure. */
export type Reply = { readonly kind: 'body'; readonly body: unknown } | HttpFailure

/** Answers calls; a promise keeps the caller waiting. */
export type FakeApi = (call: Call) => Reply | Promise<Reply>

/** An API that gives the replies in turn, and leaves every further call unanswered. */
export const inTurn = (...replies: Reply[]): FakeApi => {
  const left = [...replies]
  return () => left.shift() ?? new Promise<never>(() => {})
}

/** An HTTP client over `api`, with the schemas of the caller applied as the real one does. */
export const createFakeHttp = (api: () => FakeApi, calls: Call[]): HttpClient => {
  const send = async <Value>(call: Call, answer: Parser<Value>): Promise<HttpResult<Value>> => {
    calls.push(call)
    const reply = await api()(call)
    if (reply.kind !== 'body') return { ok: false, failure: reply }
    const parsed = answer.safeParse(reply.body)
    if (parsed.success) return { ok: true, value: parsed.data }
    return { ok: false, failure: { kind: 'malformed', detail: parsed.error.message } }
  }
  return {
    get: (path, answer) => send({ method: 'get', path, body: undefined }, answer),
    postJson: (path, body, answer) => send({ method: 'postJson', path, body }, answer),
    postForm: (path, body, answer) => send({ method: 'postForm', path, body }, answer),
  }
}
