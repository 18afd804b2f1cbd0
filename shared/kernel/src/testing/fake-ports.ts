import type { Logger, Unsubscribe } from '@atalaia/contracts'
import type { Clock, PageStorage } from '../ports.ts'

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

/** Storage for several tabs: each write calls listeners in other tabs. */
export const createTabs = () => {
  const values = new Map<string, string>()
  const tabs: Set<() => void>[] = []
  const openTab = (): PageStorage => {
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

export const tokenWith = (claims: Record<string, unknown>): string => {
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`
}

export type LogLine = { readonly level: 'info' | 'warn' | 'error'; readonly message: string; readonly detail: unknown }

export const createFakeLogger = (): {
  readonly logger: Logger
  readonly lines: readonly LogLine[]
  readonly messages: readonly string[]
} => {
  const lines: LogLine[] = []
  const messages: string[] = []
  const keep = (level: LogLine['level']) => (message: string, detail?: unknown) => {
    lines.push({ level, message, detail })
    messages.push(message)
  }
  return { logger: { info: keep('info'), warn: keep('warn'), error: keep('error') }, lines, messages }
}
