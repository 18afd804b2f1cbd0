import { AxiosError, create, isAxiosError, type AxiosAdapter, type AxiosRequestConfig } from 'axios'
import { isProxyPage, PROOF_NEEDED_PROBLEM } from '@atalaia/contracts'
import type { HttpClient, HttpFailure, HttpResult, Parser } from '@atalaia/contracts'
import { traceIn, traceOfEntry } from './gateway-requests.ts'

const DEFAULT_TIMEOUT_MS = 15_000

/** An API call sent before its remote's code arrived (M-SPEED-4). */
export type EarlyCall = {
  readonly remote: string
  /** The configured base address with the path. */
  readonly address: string
  readonly token: string
  readonly sentAt: number
  readonly answer: Promise<EarlyAnswer>
}

/** Any status; `body` is text. */
export type EarlyAnswer = { readonly status: number; readonly body: string }

export type EarlyCalls = {
  /** Removes and returns a matching call. */
  take(remote: string, address: string, token: string | undefined): EarlyCall | undefined
  left(): readonly EarlyCall[]
}

/** Asks the person for proof; returns whether they gave it. */
export type ProveAgain = (refusal: unknown, signal: AbortSignal | undefined) => Promise<boolean>

/** Options of {@link createHttpClient}, for the shell's session or an embed's portal tokens. */
export type HttpOptions = {
  /** No trailing slash. `null`: no backend, and every call fails as `disabled`. */
  readonly baseUrl: string | null
  /** The token at call time; `undefined` sends no `Authorization`. */
  readonly token: () => string | undefined
  /** Gets the token of a call with a final 401, unless `renewToken` gave none. */
  readonly onUnauthorized: (token: string) => void
  /** Aborts with the session, and its calls too. Default: calls outlive it (P-SESSION-31). */
  readonly sessionSignal?: () => AbortSignal
  /** Headers for calls without a token. Default: none. */
  readonly withoutToken?: Readonly<Record<string, string>>
  /**
   * Awaited before each call. `false` fails it as 401, a failure as itself. Default: every call is
   * sent.
   */
  readonly beforeCall?: () => Promise<boolean | HttpFailure>
  /** Gets the token of a 401. `true` repeats the call once with the new `token`. Default: no repetition. */
  readonly renewToken?: (refused: string) => Promise<boolean>
  /**
   * Gets a refusal that demands proof, and the call's signal. `true` repeats the call once, without
   * the person's time in the time-out. Default: the refusal is the result (P-SESSION-28).
   */
  readonly proveAgain?: ProveAgain
  /**
   * Takes an early call to `address` instead of a new one. A refused one with a renewed token, or
   * one past the time-out, is sent again. Default: none.
   */
  readonly takeEarly?: (address: string, token: string | undefined) => EarlyCall | undefined
  /** False fails the call as 403. Default: all allowed. */
  readonly allows?: (method: string, path: string) => boolean
  /** Gets the result of each call sent and not aborted. */
  readonly onResult?: (result: HttpResult<unknown>) => void
  /** Time-out in milliseconds. Default: 15,000 (M-FAIL-15). */
  readonly timeoutMs?: number
}

/**
 * A remote's HTTP client (P-API-1, P-API-2, P-API-12, P-ERROR-27). Returns expected failures and parses answers
 * with the call's schema.
 */
export const createHttpClient = (options: HttpOptions): HttpClient => {
  const { baseUrl, token, beforeCall, renewToken, proveAgain, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const client = create({
    baseURL: baseUrl ?? '',
    timeout: timeoutMs,
    headers: { Accept: 'application/json' },
    // No cookie is read: in a sandboxed frame reading one throws (M-FRAME-2).
    xsrfCookieName: '',
  })

  const send = async <Value>(
    config: AxiosRequestConfig,
    answer: Parser<Value>,
    bearer: string | undefined,
    early?: EarlyCall,
  ): Promise<HttpResult<Value>> => {
    const answered = early && { adapter: answerOf(early) }
    // To another origin it would be one more header that a portal's own server has to allow.
    const begun = answered || !baseUrl?.startsWith('/') ? undefined : beginTrace()
    const headers = {
      ...config.headers,
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : options.withoutToken),
      ...(begun && { traceparent: begun.traceparent }),
    }
    const failed = (failure: HttpFailure, told?: unknown): HttpResult<Value> => {
      const trace = traceIn(told) ?? begun?.id ?? (answered ? traceOfAddress(early.address) : undefined)
      return { ok: false, failure: { ...failure, ...(trace !== undefined && { trace }) } }
    }
    try {
      const { data, headers: told, status } = await client.request<unknown>({ ...config, headers, ...answered })
      // A captive portal's page comes with 200.
      if (isProxyPage(data)) return failed({ kind: 'status', status, body: data }, told[SERVER_TIMING])
      const parsed = answer.safeParse(data)
      if (parsed.success) return { ok: true, value: parsed.data }
      return failed({ kind: 'malformed', detail: parsed.error.message }, told[SERVER_TIMING])
    } catch (error) {
      return failed(failureOf(error), isAxiosError(error) ? error.response?.headers[SERVER_TIMING] : undefined)
    }
  }

  const takeEarly = ({ method, url }: AxiosRequestConfig) => {
    const early = method === 'get' ? options.takeEarly?.(`${baseUrl}${url}`, token()) : undefined
    return early && performance.now() - early.sentAt < timeoutMs ? early : undefined
  }

  const refusal = async () => {
    const allowed = (await beforeCall?.()) ?? true
    if (allowed === true) return undefined
    return allowed === false ? UNAUTHORIZED : ({ ok: false, failure: allowed } as const)
  }

  const sendAuthorised = async <Value>(config: AxiosRequestConfig, answer: Parser<Value>, early?: EarlyCall) => {
    let bearer = early?.token ?? token()
    let result = await send(config, answer, bearer, early)
    if (bearer && renewToken && isUnauthorized(result)) {
      if (!(await renewToken(bearer))) return result
      bearer = token()
      result = await send(config, answer, bearer)
    }
    if (bearer && isUnauthorized(result)) options.onUnauthorized(bearer)
    return result
  }

  const proves = async (result: HttpResult<unknown>, signal: AbortSignal | undefined): Promise<boolean> => {
    const asked = proveAgain && refusalOfProof(result)
    return asked !== undefined && Promise.race([proveAgain?.(asked, signal) ?? false, untilAborted(signal)])
  }

  const call = async <Value>(asked: HttpCall, answer: Parser<Value>): Promise<HttpResult<Value>> => {
    const config = { ...asked, signal: eitherSignal(asked.signal, options.sessionSignal?.()) }
    if (baseUrl === null) return { ok: false, failure: { kind: 'disabled' } }
    if (options.allows && !options.allows(config.method.toUpperCase(), config.url)) return FORBIDDEN
    const early = takeEarly(config)
    const refused = early ? undefined : await refusal()
    if (refused) return refused
    let result = await sendAuthorised(config, answer, early)
    // Only what is read is sent early, and reading asks for no proof.
    if (!early && (await proves(result, config.signal)))
      result = (await refusal()) ?? (await sendAuthorised(config, answer))
    // Of a screen that was left, or a session that has ended, nobody waits for an answer.
    if (!config.signal?.aborted) options.onResult?.(result)
    return result
  }

  return {
    get: (path, answer, request) => call({ method: 'get', url: path, signal: request?.signal }, answer),
    postJson: (path, body, answer, request) =>
      call(
        { method: 'post', url: path, data: JSON.stringify(body), headers: JSON_CONTENT, signal: request?.signal },
        answer,
      ),
    postForm: (path, body, answer, request) =>
      call({ method: 'post', url: path, data: new URLSearchParams(body), signal: request?.signal }, answer),
  }
}

const answerOf =
  ({ sentAt, answer }: EarlyCall): AxiosAdapter =>
  async (config) => {
    const { timeout = 0, signal, validateStatus } = config
    const { status, body } = await new Promise<Awaited<typeof answer>>((resolve, reject) => {
      const fail = (code: string) => {
        clearTimeout(timer)
        reject(new AxiosError(code, code, config))
      }
      const timer = setTimeout(() => fail(AxiosError.ETIMEDOUT), sentAt + timeout - performance.now())
      signal?.addEventListener?.('abort', () => fail(AxiosError.ERR_CANCELED))
      void answer.then(resolve, () => fail(AxiosError.ERR_NETWORK)).finally(() => clearTimeout(timer))
    })
    const response = { data: body, status, statusText: '', headers: {}, config }
    if (validateStatus?.(status) ?? true) return response
    throw new AxiosError(`status ${status}`, AxiosError.ERR_BAD_RESPONSE, config, undefined, response)
  }

const eitherSignal = (own: AbortSignal | undefined, session: AbortSignal | undefined): AbortSignal | undefined =>
  own !== undefined && session !== undefined ? AbortSignal.any([own, session]) : (own ?? session)

type HttpCall = {
  readonly method: 'get' | 'post'
  readonly url: string
  readonly data?: string | URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
}

const SERVER_TIMING = 'server-timing'
const JSON_CONTENT = { 'Content-Type': 'application/json' }

const FORBIDDEN = { ok: false, failure: { kind: 'status', status: 403, body: '' } } as const
const UNAUTHORIZED = { ok: false, failure: { kind: 'status', status: 401, body: '' } } as const

const isUnauthorized = (result: HttpResult<unknown>): boolean => {
  if (result.ok || result.failure.kind !== 'status' || result.failure.status !== 401) return false
  const { body } = result.failure
  const { type = 'about:blank' }: { readonly type?: unknown } = Object(body)
  // A proxy knows nothing of the session.
  return type === 'about:blank' && !isProxyPage(body)
}

/** P-SESSION-28 */
const refusalOfProof = (result: HttpResult<unknown>): unknown => {
  if (result.ok || result.failure.kind !== 'status' || result.failure.status !== 403) return undefined
  const { body } = result.failure
  const { type }: { readonly type?: unknown } = Object(body)
  return type === PROOF_NEEDED_PROBLEM ? body : undefined
}

const untilAborted = (signal: AbortSignal | undefined): Promise<true> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(true), { once: true }))

/** M-FAIL-14 */
const failureOf = (error: unknown): HttpFailure => {
  if (!isAxiosError(error)) throw error
  if (error.response) return { kind: 'status', status: error.response.status, body: error.response.data }
  return { kind: error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT' ? 'timeout' : 'network' }
}

type CallTrace = {
  readonly id: string
  readonly traceparent: string
}

const hexadecimal = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** M-TRACE-5 */
const beginTrace = (): CallTrace => {
  const id = hexadecimal(16)
  return { id, traceparent: `00-${id}-${hexadecimal(8)}-00` }
}

const traceOfAddress = (address: string): string | undefined =>
  traceOfEntry(performance.getEntriesByName?.(new URL(address, globalThis.location?.href).href).at(-1))
