import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export type Call = {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly from: string
  /** Keeps the connection; default: a new one. */
  readonly agent?: Agent
  /** Default: 15 s, like a page (P-API-12). */
  readonly timeoutMs?: number
}

/** `status` 0: failed connection or timeout. */
export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

const TIMEOUT_MS = 15_000

const once = (call: Call): Promise<Answer | 'stale'> =>
  new Promise((resolve) => {
    const { url, method = 'GET', headers = {}, body, from, agent, timeoutMs = TIMEOUT_MS } = call
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { method, headers, localAddress: from, signal, agent: agent ?? false }
    const asked = request(url, options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => (text += piece))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
      answer.once('error', () => resolve({ status: 0, headers: {}, body: '' }))
    })
    asked.once('error', ({ message }) => {
      const isStale = asked.reusedSocket && method === 'GET' && !signal.aborted
      resolve(isStale ? 'stale' : { status: 0, headers: {}, body: message })
    })
    asked.end(body)
  })

/** Like browsers, repeats a GET after a closed kept connection. */
export const send = async (call: Call): Promise<Answer> => {
  const answer = await once(call)
  if (answer !== 'stale') return answer
  const { agent: _kept, ...fresh } = call
  const again = await once(fresh)
  return again === 'stale' ? { status: 0, headers: {}, body: 'closed' } : again
}

/** In 127.`network`.0.0/16; 200 share a /24. */
export const addressIn = (network: number, at: number): string =>
  `127.${network}.${Math.floor(at / 200) % 256}.${(at % 200) + 1}`

/** In 127.`network`.0.0/16, a different /24 each. */
export const networkIn = (network: number, at: number): string => `127.${network}.${at % 256}.7`

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
export const JSON_BODY = { 'content-type': 'application/json' }

export const loginCall = (url: string, from: string, email: string, password: string): Call => ({
  url: `${url}/api/login`,
  method: 'POST',
  headers: FORM,
  body: new URLSearchParams({ username: email, password }).toString(),
  from,
})
