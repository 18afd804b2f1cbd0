import type { PublicConfig } from './config.ts'
import type { BusEventName, BusEvents } from './events.ts'

/** Contract between shell and remotes. A descriptor's `contract` is a range of it. */
export const CONTRACT_VERSION = '1.17.0'

/** Ends a subscription. A second call does nothing. */
export type Unsubscribe = () => void

export type Bus = {
  /** Runs `listener` at each event; a replayed event also delivers its last value at once. */
  subscribe<Name extends BusEventName>(name: Name, listener: (event: BusEvents[Name]) => void): Unsubscribe
  /** The last value of a replayed event, or `undefined`. */
  peek<Name extends BusEventName>(name: Name): BusEvents[Name] | undefined
  /** Throws when this party may not publish `name`. */
  publish<Name extends BusEventName>(name: Name, event: BusEvents[Name]): void
  /**
   * The remote's own token, for calls without its HTTP client (M-TOKEN-5). Valid for half a minute
   * at least: ask before each call. Fails with 401 without a session. From contract 1.13, with
   * `token` and `api` in the descriptor.
   */
  token?(): Promise<HttpResult<string>>
}

/** A failed API call. `trace` finds it in the operator's logs (M-TRACE-5). */
export type HttpFailure =
  /** No answer. `disabled`: no backend. */
  | { readonly kind: 'timeout' | 'network' | 'disabled'; readonly trace?: string }
  /** Status outside 2xx. `body`: text or parsed JSON. */
  | { readonly kind: 'status'; readonly status: number; readonly body: unknown; readonly trace?: string }
  /** A 2xx answer that does not fit its schema; `detail` names the place. */
  | { readonly kind: 'malformed'; readonly detail: string; readonly trace?: string }

export type HttpResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: HttpFailure }

/** Checks an answer. Every zod schema is a parser. */
export type Parser<Value> = {
  safeParse(data: unknown): { success: true; data: Value } | { success: false; error: { message: string } }
}

export type RequestOptions = { readonly signal?: AbortSignal }

/**
 * HTTP client of a remote: base address, JSON, the token if granted, a timeout (P-API-12). A 401 to
 * an authorised call ends the session. It returns expected failures and never throws them.
 */
export type HttpClient = {
  get<Value>(path: string, answer: Parser<Value>, options?: RequestOptions): Promise<HttpResult<Value>>
  postJson<Value>(
    path: string,
    body: unknown,
    answer: Parser<Value>,
    options?: RequestOptions,
  ): Promise<HttpResult<Value>>
  /** Form-encoded, for POST /login. */
  postForm<Value>(
    path: string,
    body: Readonly<Record<string, string>>,
    answer: Parser<Value>,
    options?: RequestOptions,
  ): Promise<HttpResult<Value>>
}

/** The operator reads it. Never log tokens, passwords or whole addresses. */
export type Logger = {
  info(message: string, detail?: unknown): void
  warn(message: string, detail?: unknown): void
  error(message: string, detail?: unknown): void
}

/** Argument of a remote's `activate`. */
export type RemoteContext = {
  readonly remote: { readonly name: string; readonly version: string }
  readonly config: PublicConfig
  readonly bus: Bus
  /** Present with `api: true`. */
  readonly http?: HttpClient
  readonly logger: Logger
  readonly signal: AbortSignal
}
