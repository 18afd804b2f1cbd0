import { userInfo } from 'node:os'
import { parseAnswer } from './base/parse-answer.ts'
import { AnswerTooLarge, readAnswer } from './base/read-answer.ts'

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly json?: unknown
  readonly archive?: Buffer
}
export type Answer = { readonly status: number; readonly body: unknown }

/** Sends orders over HTTP, or in this process. */
export type Client = {
  /** Any status resolves. Rejects when no gateway answers. */
  call(call: Call): Promise<Answer>
  close(): Promise<void>
}

/** Longer than a gateway's orders, and slow uploads (M-PUBLISH-14). */
const LIMITS_MS = { order: 60_000, upload: 15 * 60_000 } as const
/** The list of all published versions is longest. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

const ACTOR = userInfo().username

export const headersOf = ({ json, archive }: Call): Record<string, string> => ({
  'x-actor': ACTOR,
  ...(json !== undefined && { 'content-type': 'application/json' }),
  ...(archive && { 'content-type': 'application/gzip' }),
})

export const payloadOf = ({ json, archive }: Call): Buffer | string | undefined =>
  archive ?? (json === undefined ? undefined : JSON.stringify(json))

export type HttpClientLimits = {
  /** Milliseconds. Default: a minute, and 15 for an upload. */
  readonly timeoutMs?: number
  /** Default: 64 MiB. */
  readonly maxAnswerBytes?: number
}

/** With a team's token. Rejects late or overlarge answers. */
export const overHttp = (origin: string, token: string, limits: HttpClientLimits = {}): Client => ({
  call: async (call) => {
    const { maxAnswerBytes = MAX_ANSWER_BYTES, timeoutMs = call.archive ? LIMITS_MS.upload : LIMITS_MS.order } = limits
    const payload = payloadOf(call)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await fetch(origin + call.path, {
        method: call.method,
        headers: { ...headersOf(call), authorization: `Bearer ${token}` },
        signal,
        ...(payload !== undefined && { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
      })
      return { status: answer.status, body: parseAnswer((await readAnswer(answer, maxAnswerBytes)).toString()) }
    } catch (cause) {
      if (cause instanceof AnswerTooLarge) throw new Error(`the gateway at ${origin}: ${cause.message}`, { cause })
      if (signal.aborted)
        throw new Error(
          `the gateway at ${origin} has not answered within ${timeoutMs / 1000} s: whether it carried the order out, status says`,
          { cause },
        )
      throw new Error(`the gateway at ${origin} does not answer: set GATEWAY_URL to where it is`, { cause })
    }
  },
  close: async () => undefined,
})

/** From `GATEWAY_URL`, without end slashes. Default: this machine's. */
export const gatewayOrigin = ({ GATEWAY_URL: url }: NodeJS.ProcessEnv): string => {
  const origin = (url || 'http://localhost:3000').replace(/\/+$/, '')
  if (/^https?:\/\//.test(origin) && URL.canParse(origin)) return origin
  throw new Error(`GATEWAY_URL "${url}" is no address: write https://atalaia.example`)
}

/** Connects at the first call: wrong calls need no gateway. */
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
