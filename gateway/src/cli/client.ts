import { createOperatorClient, parseAnswer } from '@atalaia/server'
import { userInfo } from 'node:os'

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly json?: unknown
  readonly archive?: Buffer
}
export type Answer = { readonly status: number; readonly body: unknown }

/** Sends orders to a gateway: over HTTP with a deploy token, over its operator socket, or in this process. */
export type Client = {
  /** Any status resolves. Rejects when no gateway answers. */
  call(call: Call): Promise<Answer>
  close(): Promise<void>
}

const ACTOR = userInfo().username

/** Headers of an order: who gives it, and the type of its body. */
export const headersOf = ({ json, archive }: Call): Record<string, string> => ({
  'x-actor': ACTOR,
  ...(json !== undefined && { 'content-type': 'application/json' }),
  ...(archive && { 'content-type': 'application/gzip' }),
})

export const payloadOf = ({ json, archive }: Call): Buffer | string | undefined =>
  archive ?? (json === undefined ? undefined : JSON.stringify(json))

/** A client of the gateway at `origin`, with the token of a team. */
export const overHttp = (origin: string, token: string): Client => ({
  call: async (call) => {
    const payload = payloadOf(call)
    const answer = await fetch(origin + call.path, {
      method: call.method,
      headers: { ...headersOf(call), authorization: `Bearer ${token}` },
      ...(payload !== undefined && { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
    }).catch((cause: unknown) => {
      throw new Error(`the gateway at ${origin} does not answer: set GATEWAY_URL to where it is`, { cause })
    })
    return { status: answer.status, body: parseAnswer(await answer.text()) }
  },
  close: async () => undefined,
})

/** A client of the gateway on this machine, as its operator. */
export const overSocket = (socketPath: string): Client => {
  const operator = createOperatorClient(socketPath)
  return {
    call: (call) => {
      const { method, path, json, archive } = call
      return operator.call({ method, path, headers: headersOf(call), json, ...(archive && { body: archive }) })
    },
    close: async () => undefined,
  }
}
