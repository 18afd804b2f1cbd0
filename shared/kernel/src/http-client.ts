import { AxiosError, create, isAxiosError, type AxiosAdapter, type AxiosRequestConfig } from 'axios'
import { PROOF_NEEDED_PROBLEM } from '@atalaia/contracts'
import type { HttpClient, HttpFailure, HttpResult, Parser } from '@atalaia/contracts'
import { traceIn, traceOfEntry } from './gateway-requests.ts'

const DEFAULT_TIMEOUT_MS = 15_000

/** A call to the API that the page sent before the code of its remote was there (M-SPEED-4). */
export type EarlyCall = {
  /** The remote that it was sent for. */
  readonly remote: string
  /** The address as the remote's client calls it: the configured base address with the path. */
  readonly address: string
  /** The token that it carries. */
  readonly token: string
  /** `performance.now()` when it was sent. */
  readonly sentAt: number
  /** Rejects if there is no answer. */
  readonly answer: Promise<EarlyAnswer>
}

/** The answer of an early call, whatever its status; `body` is its text. */
export type EarlyAnswer = { readonly status: number; readonly body: string }

/** The early calls of the page that no client has taken. */
export type EarlyCalls = {
  /** Removes and returns the call of `remote` to `address` with `token`; `undefined` if there is none. */
  take(remote: string, address: string, token: string | undefined): EarlyCall | undefined
  /** The calls that are left. */
  left(): readonly EarlyCall[]
}

/** Asks the person to prove themselves again; whether they have. */
export type ProveAgain = (refusal: unknown, signal: AbortSignal | undefined) => Promise<boolean>

/**
 * Options of {@link createHttpClient}, as the shell, which owns the session, and an embed, which gets its tokens from a portal,
 * set them.
 */
export type HttpOptions = {
  /** Base address without a trailing slash. `null` means that there is no backend: every call fails as `disabled`. */
  readonly baseUrl: string | null
  /** The token at the time of the call; `undefined` sends no `Authorization` header. */
  readonly token: () => string | undefined
  /** Called with the token of an authorised call whose result is a 401; not called if `renewToken` gave no token. */
  readonly onUnauthorized: (token: string) => void
  /** Aborts when the session of now ends, and its calls with it (P-SESSION-31). Default: calls outlive it. */
  readonly sessionSignal?: () => AbortSignal
  /** Headers of calls that carry no token. Default: none. */
  readonly withoutToken?: Readonly<Record<string, string>>
  /** Awaited before each call that is sent. `false` fails it as status 401 instead, a failure as that. Default: every call is sent. */
  readonly beforeCall?: () => Promise<boolean | HttpFailure>
  /**
   * Called with the token of a call that was answered with 401. `true` repeats the call once, with the token that
   * `token` returns then. Default: no call is repeated.
   */
  readonly renewToken?: (refused: string) => Promise<boolean>
  /**
   * Called with the body of a refusal that asks for a new proof of the person (P-SESSION-28), and the signal of its call. `true` repeats
   * the call once; what the person takes counts for no time-out. Default: the refusal is the result.
   */
  readonly proveAgain?: ProveAgain
  /**
   * Takes a call to `address` that was sent before, in whose place this one is not sent, unless it was refused and `renewToken`
   * has another token. One that is older than the time-out is not used. Default: there is none.
   */
  readonly takeEarly?: (address: string, token: string | undefined) => EarlyCall | undefined
  /** Whether a call may be sent; otherwise it fails as status 403. Default: each may. */
  readonly allows?: (method: string, path: string) => boolean
  /** Called with the result of each call that was sent and not aborted. */
  readonly onResult?: (result: HttpResult<unknown>) => void
  /** Milliseconds after which a call fails as `timeout`. Default: 15,000 (M-FAIL-15). */
  readonly timeoutMs?: number
}

/**
 * Creates the HTTP client of a remote's context (P-API-1, P-API-2, P-API-12). Expected failures are returned, never
 * thrown; an answer is parsed with the schema of its call.
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
      const { data, headers: told } = await client.request<unknown>({ ...config, headers, ...answered })
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

  /** The failure of a call that is not to be sent. */
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

  /** True where the call is to be sent once more. A call that was given up meanwhile then ends unsent. */
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

/** The answer of an early call in the place of one from the network. The time-out counts from when the call was sent. */
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

/** Aborts with the first of both. */
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

/** True where the call's token was refused. A problem with a type of its own (RFC 9457) is about what was asked: a login's second step. */
const isUnauthorized = (result: HttpResult<unknown>): boolean => {
  if (result.ok || result.failure.kind !== 'status' || result.failure.status !== 401) return false
  const { type = 'about:blank' }: { readonly type?: unknown } = Object(result.failure.body)
  return type === 'about:blank'
}

/** The body of a refusal that a new proof of the person ends (P-SESSION-28). */
const refusalOfProof = (result: HttpResult<unknown>): unknown => {
  if (result.ok || result.failure.kind !== 'status' || result.failure.status !== 403) return undefined
  const { body } = result.failure
  const { type }: { readonly type?: unknown } = Object(body)
  return type === PROOF_NEEDED_PROBLEM ? body : undefined
}

const untilAborted = (signal: AbortSignal | undefined): Promise<true> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(true), { once: true }))

/** The failure of a call that brought no answer, or none that its schema takes (M-FAIL-14). */
const failureOf = (error: unknown): HttpFailure => {
  if (!isAxiosError(error)) throw error
  if (error.response) return { kind: 'status', status: error.response.status, body: error.response.data }
  return { kind: error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT' ? 'timeout' : 'network' }
}

/** The place of one call in a trace (W3C Trace Context). */
type CallTrace = {
  /** 32 hexadecimal digits. */
  readonly id: string
  /** The value of `traceparent`. Whether the trace is kept, the server decides. */
  readonly traceparent: string
}

const hexadecimal = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Begins the trace of one call (M-TRACE-5). A page that is open for a day would otherwise be one trace. */
const beginTrace = (): CallTrace => {
  const id = hexadecimal(16)
  return { id, traceparent: `00-${id}-${hexadecimal(8)}-00` }
}

/** The trace of a request that somebody else in the page has sent to `address`. */
const traceOfAddress = (address: string): string | undefined =>
  traceOfEntry(performance.getEntriesByName?.(new URL(address, globalThis.location?.href).href).at(-1))
