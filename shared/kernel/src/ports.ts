import type { Unsubscribe } from '@atalaia/contracts'

/** Milliseconds since the epoch, and one timer at a time. */
export type Clock = { now(): number; after(milliseconds: number, run: () => void): Unsubscribe }

/** The browser's clock. `after` serves delays beyond the 24.8 days that one timer can hold. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const longest = 2 ** 31 - 1
    let timer: ReturnType<typeof setTimeout>
    const wait = (left: number) => {
      timer = setTimeout(() => (left > longest ? wait(left - longest) : run()), Math.min(left, longest))
    }
    wait(milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Where the session is kept; `onChange` tells what other tabs wrote. A full or forbidden storage throws nowhere. */
export type SessionStorage = {
  read(key: string): string | undefined
  write(key: string, value: string): void
  remove(key: string): void
  onChange(listener: () => void): Unsubscribe
}

/** The cookie that marks a session for the server; it never carries the token. `maxAge` in seconds. */
export type SessionCookie = { mark(maxAge: number): void; clear(): void }
