import type { HttpClient, HttpFailure, Parser, HttpResult } from '@atalaia/contracts'

export type Call = { readonly method: 'get' | 'postJson' | 'postForm'; readonly path: string; readonly body: unknown }

export type Reply = { readonly kind: 'body'; readonly body: unknown } | HttpFailure

export type FakeApi = (call: Call) => Reply | Promise<Reply>

export const inTurn = (...replies: Reply[]): FakeApi => {
  const left = [...replies]
  return () => left.shift() ?? new Promise<never>(() => {})
}

/** Parses bodies with the call's schema, like the real one. */
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
