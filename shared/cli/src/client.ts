import { userInfo } from 'node:os'
import { parseAnswer } from './base/parse-answer.ts'

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

/** The address of the gateway that `GATEWAY_URL` names, without slashes at its end. Default: this machine's. */
export const gatewayOrigin = ({ GATEWAY_URL: url }: NodeJS.ProcessEnv): string => {
  const origin = (url || 'http://localhost:3000').replace(/\/+$/, '')
  if (/^https?:\/\//.test(origin) && URL.canParse(origin)) return origin
  throw new Error(`GATEWAY_URL "${url}" is no address: write https://atalaia.example`)
}

/** Connects with the first call, so that a wrong call and what is found out on this machine need no gateway. */
export const createLazyClient = (open: () => Promise<Client>): Client => {
  let opening: Promise<Client> | undefined
  return {
    call: async (call) => (await (opening ??= open())).call(call),
    close: async () => {
      const client = await opening?.catch(() => undefined)
      await client?.close()
    },
  }
}
