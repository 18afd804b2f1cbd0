import type { Logger, Unsubscribe } from '@atalaia/contracts'

/** Everything that the kernel takes from the browser. The shell hands in the real ones, a test hands in fakes. */
export type Ports = {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly storage: PageStorage
  readonly cookie: SessionCookie
  readonly logger: Logger
  /** Origin of the page, against which relative addresses are resolved. */
  readonly origin: string
}

/** `now` returns milliseconds since the epoch. `after` runs a function once, unless it is cancelled before. */
export type Clock = { now(): number; after(milliseconds: number, run: () => void): Unsubscribe }

/**
 * The storage of the origin, shared by all tabs. `onChange` calls its listener for writes of other tabs. No function
 * throws when storage is full or forbidden.
 */
export type PageStorage = {
  read(key: string): string | undefined
  write(key: string, value: string): void
  remove(key: string): void
  onChange(listener: () => void): Unsubscribe
}

/** The cookie that tells the server that a session exists. It never carries the token. `maxAge` is in seconds. */
export type SessionCookie = { mark(maxAge: number): void; clear(): void }

/** The server's answer to a page that asks for its next token. */
export type Renewal =
  | { readonly status: 'renewed'; readonly token: string }
  /** The session of `token` has ended. */
  | { readonly status: 'refused'; readonly token: string }
  /** No answer, or one that says nothing of the session: it is asked for again. */
  | { readonly status: 'unanswered' }

/** The server that keeps sessions, and the browser with which the page asks it (P-SESSION-19). */
export type SessionServer = {
  /** Never rejects. */
  renew(token: string): Promise<Renewal>
  /** Ends the session of a token. Nobody waits for it. */
  end(token: string): void
  /** Does `work` while no other tab of the browser does. */
  exclusively(work: () => Promise<boolean>): Promise<boolean>
  /** Calls `listener` when somebody comes back to the page, or the network does. */
  onWake(listener: () => void): Unsubscribe
}

/** The longest delay of one `setTimeout`: 24.8 days. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The browser's clock. `after` also serves delays that one timer cannot hold. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    let timer: ReturnType<typeof setTimeout>
    const wait = (left: number) => {
      timer = setTimeout(() => (left > MAX_TIMER_MS ? wait(left - MAX_TIMER_MS) : run()), Math.min(left, MAX_TIMER_MS))
    }
    wait(milliseconds)
    return () => clearTimeout(timer)
  },
}

/** A time limit was reached. The work that it was set for goes on and may still succeed. */
export class TimeLimitError extends Error {}

/**
 * Settles as `work` does, or rejects with a {@link TimeLimitError} after `milliseconds`; `undefined` sets no limit.
 * The limit does not stop `work`.
 */
export const withTimeLimit = <Value>(
  clock: Clock,
  milliseconds: number | undefined,
  work: Promise<Value>,
): Promise<Value> => {
  if (milliseconds === undefined) return work
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () =>
      reject(new TimeLimitError(`no answer within ${milliseconds / 1000} s`)),
    )
    work.then(resolve, reject).finally(cancel)
  })
}

/** Milliseconds by the name of a phase. */
export type Milliseconds = Readonly<Record<string, number>>

/** Measures phases that follow one another. Entering one ends the one before; `read` ends the last. */
export const createStopwatch = (clock: Clock) => {
  const milliseconds: Record<string, number> = {}
  let current: { readonly phase: string; readonly since: number } | undefined
  const close = () => {
    if (current) milliseconds[current.phase] = Math.max(0, clock.now() - current.since)
    current = undefined
  }
  return {
    enter: (phase: string) => {
      close()
      current = { phase, since: clock.now() }
    },
    read: (): Milliseconds => {
      close()
      return { ...milliseconds }
    },
  }
}
