import type { PublicConfig } from './config.ts'
import type { BusEventName, BusEvents } from './events.ts'

/** Version of the contract between shell and remotes; a descriptor's `contract` is a range of it. */
export const CONTRACT_VERSION = '1.14.0'

/** Removes a subscription. A second call does nothing. */
export type Unsubscribe = () => void

/** The typed events between shell and remotes, as one party sees them. */
export type Bus = {
  /** Calls `listener` on each event and, for a replayed event, at once with its last value. */
  subscribe<Name extends BusEventName>(name: Name, listener: (event: BusEvents[Name]) => void): Unsubscribe
  /** The last value of a replayed event, `undefined` before the first. */
  peek<Name extends BusEventName>(name: Name): BusEvents[Name] | undefined
  /** Throws when this party may not publish `name`. */
  publish<Name extends BusEventName>(name: Name, event: BusEvents[Name]): void
  /**
   * The remote's own token, for calls that it makes without its HTTP client (M-TOKEN-5). Ask for it before each
   * call: it is good for half a minute at least. Fails as status 401 without a session. Set from contract 1.13 on, for a remote whose descriptor has
   * `token` and `api`.
   */
  token?(): Promise<HttpResult<string>>
}

/** A call to the API that did not succeed. `trace` is its id in the operator's logs and traces, where the call has one (M-TRACE-5). */
export type HttpFailure =
  /** No answer: `timeout` after the client's time-out, `network` otherwise; `disabled` when there is no backend. */
  | { readonly kind: 'timeout' | 'network' | 'disabled'; readonly trace?: string }
  /** An answer outside 2xx; `body` as sent (text, or parsed JSON). */
  | { readonly kind: 'status'; readonly status: number; readonly body: unknown; readonly trace?: string }
  /** A 2xx answer that does not fit its schema; `detail` says where. */
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
 * A remote's HTTP client: the configured base address, JSON in and out, the bearer token when the remote is
 * given it, a timeout (P-API-12), and the end of the session on a 401 to an authorised call.
 * Expected failures are returned, never thrown.
 */
export type HttpClient = {
  get<Value>(path: string, answer: Parser<Value>, options?: RequestOptions): Promise<HttpResult<Value>>
  postJson<Value>(
    path: string,
    body: unknown,
    answer: Parser<Value>,
    options?: RequestOptions,
  ): Promise<HttpResult<Value>>
  /** Form-encoded, as POST /login wants it. */
  postForm<Value>(
    path: string,
    body: Readonly<Record<string, string>>,
    answer: Parser<Value>,
    options?: RequestOptions,
  ): Promise<HttpResult<Value>>
}

/** A remote's log, which the operator reads. It takes no token, no password and no whole address. */
export type Logger = {
  info(message: string, detail?: unknown): void
  warn(message: string, detail?: unknown): void
  error(message: string, detail?: unknown): void
}

/** The argument of a remote's `activate`. */
export type RemoteContext = {
  readonly remote: { readonly name: string; readonly version: string }
  readonly config: PublicConfig
  readonly bus: Bus
  /** Set for a remote whose descriptor has `api: true`. */
  readonly http?: HttpClient
  readonly logger: Logger
  /** Aborted when the remote is disposed; the remote's listeners and timers end with it. */
  readonly signal: AbortSignal
}
