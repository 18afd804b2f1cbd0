import type { Logger, Unsubscribe } from '@atalaia/contracts'

/** Everything that the kernel takes from the browser; tests pass fakes. */
export type Ports = {
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly storage: PageStorage
  readonly cookie: SessionCookie
  readonly logger: Logger
  readonly origin: string
}

/** `now`: milliseconds since the epoch. `after` runs once unless cancelled. */
export type Clock = { now(): number; after(milliseconds: number, run: () => void): Unsubscribe }

/**
 * The origin's storage, shared by tabs. `onChange` hears other tabs. Full or forbidden storage
 * never throws.
 */
export type PageStorage = {
  read(key: string): string | undefined
  write(key: string, value: string): void
  remove(key: string): void
  onChange(listener: () => void): Unsubscribe
}

/** Marks a session for the server, without the token. `maxAge` in seconds. */
export type SessionCookie = { mark(maxAge: number): void; clear(): void }

/** The server's answer to a token renewal. */
export type Renewal =
  | { readonly status: 'renewed'; readonly token: string }
  /** The session of `token` has ended. */
  | { readonly status: 'refused'; readonly token: string }
  /** No decisive answer: the page asks again. */
  | { readonly status: 'unanswered' }

/** The session server, and the page's way to it (P-SESSION-19). */
export type SessionServer = {
  /** Never rejects. */
  renew(token: string): Promise<Renewal>
  /** Ends a token's session without a wait. */
  end(token: string): void
  /** Runs `work` while no other tab does. */
  exclusively(work: () => Promise<boolean>): Promise<boolean>
  /** Calls `listener` when the person or the network returns. */
  onWake(listener: () => void): Unsubscribe
}

const MAX_TIMER_MS = 2 ** 31 - 1

/** The browser's clock; `after` has no longest delay. */
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

/** A time limit passed. Its work continues and may succeed. */
export class TimeLimitError extends Error {}

/**
 * Rejects with {@link TimeLimitError} after `milliseconds`; `undefined`: no limit. Does not stop
 * `work`.
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

export type Milliseconds = Readonly<Record<string, number>>

/** Measures successive phases. Each entry, and `read`, ends the previous phase. */
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
