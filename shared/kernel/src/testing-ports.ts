import type { Logger, Unsubscribe } from '@atalaia/contracts'
import type { Clock, SessionStorage } from './ports.ts'

/** A clock that moves only when told. */
export const createManualClock = (start = Date.UTC(2026, 0, 1)): Clock & { advance(milliseconds: number): void } => {
  let now = start
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance: (milliseconds) => {
      now += milliseconds
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
  }
}

/** A storage that several tabs share: a write in one tells the others. */
export const createTabs = () => {
  const values = new Map<string, string>()
  const tabs: Set<() => void>[] = []
  const openTab = (): SessionStorage => {
    const mine = new Set<() => void>()
    tabs.push(mine)
    const tellOthers = () => {
      for (const tab of tabs) if (tab !== mine) for (const listener of tab) listener()
    }
    return {
      read: (key) => values.get(key),
      write: (key, value) => {
        // As in a browser, writing what is there already is no change.
        if (values.get(key) === value) return
        values.set(key, value)
        tellOthers()
      },
      remove: (key) => {
        if (values.delete(key)) tellOthers()
      },
      onChange: (listener): Unsubscribe => {
        mine.add(listener)
        return () => mine.delete(listener)
      },
    }
  }
  return { values, openTab }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JSON web token with these claims; nobody here verifies its signature. */
export const tokenWith = (claims: Record<string, unknown>): string => {
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`
}

/** A logger that keeps its messages. */
export const createMessages = (): { logger: Logger; messages: string[] } => {
  const messages: string[] = []
  const keep = (message: string) => void messages.push(message)
  return { logger: { info: keep, warn: keep, error: keep }, messages }
}
