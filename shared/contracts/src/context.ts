import type { PublicConfig } from './config.ts'
import type { BusEventName, BusEvents } from './events.ts'

/** Version of the contract between shell and remotes; a descriptor's `contract` is a range of it. */
export const CONTRACT_VERSION = '1.0.0'

/** Takes back what was set up; calling it again does nothing. */
export type Unsubscribe = () => void

/** The typed events between shell and remotes, as one party sees them. */
export type Bus = {
  /** Calls `listener` on each event and, for a replayed event, at once with its last value. */
  subscribe<Name extends BusEventName>(name: Name, listener: (event: BusEvents[Name]) => void): Unsubscribe
  /** The last value of a replayed event, `undefined` before the first. */
  peek<Name extends BusEventName>(name: Name): BusEvents[Name] | undefined
  /** Throws when this party may not publish `name`. */
  publish<Name extends BusEventName>(name: Name, event: BusEvents[Name]): void
}

/** An answer of the API that is not a success, or none at all. */
export type HttpFailure =
  /** No answer: `timeout` after the client's time-out, `network` otherwise; `disabled` when there is no backend. */
  | { readonly kind: 'timeout' | 'network' | 'disabled' }
  /** An answer outside 2xx; `body` as sent (text, or parsed JSON). */
  | { readonly kind: 'status'; readonly status: number; readonly body: unknown }
  /** A 2xx answer that does not fit its schema; `detail` says where. */
  | { readonly kind: 'malformed'; readonly detail: string }

export type HttpResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: HttpFailure }

/** Checks an answer: zod schemas fit. */
export type Parser<Value> = {
  safeParse(data: unknown): { success: true; data: Value } | { success: false; error: { message: string } }
}

export type RequestOptions = { readonly signal?: AbortSignal }

/**
 * A remote's HTTP client: the configured base address, JSON in and out, the bearer token when the remote is
 * handed it, a time-out (P-API-12), and one end of the session on a 401 of an authorised call.
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

/** Where a remote says what the operator should know; never a token, a password or a whole address. */
export type Logger = {
  info(message: string, detail?: unknown): void
  warn(message: string, detail?: unknown): void
  error(message: string, detail?: unknown): void
}

/** What a remote is handed when it is activated. */
export type RemoteContext = {
  readonly remote: { readonly name: string; readonly version: string }
  readonly config: PublicConfig
  readonly bus: Bus
  /** There for a remote whose descriptor says `api: true`. */
  readonly http?: HttpClient
  readonly logger: Logger
  /** Ends when the remote is taken down; listeners and timers of the remote hang on it. */
  readonly signal: AbortSignal
}
