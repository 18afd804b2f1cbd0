import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'

export type ConsoleGuard = {
  /** `reason`: why the test causes these messages. */
  allow(pattern: RegExp, reason: string): void
  /** Messages of the test's own context, except time-dependent ones. */
  readonly messages: readonly string[]
}

const SLOW_PRELOAD = /was preloaded using link preload but not used within a few seconds/

const watch = (context: BrowserContext, messages: string[]): void => {
  const watchPage = (page: Page) => {
    page.on('console', (message) => {
      if (SLOW_PRELOAD.test(message.text())) return
      messages.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`))
  }
  context.pages().forEach(watchPage)
  context.on('page', watchPage)
}

/**
 * Collects messages and exceptions of `context` and of the test's further contexts in `browser`.
 * `check` fails for unallowed ones.
 */
export const guardConsole = (browser: Browser, context: BrowserContext): { guard: ConsoleGuard; check: () => void } => {
  const own: string[] = []
  const others: string[] = []
  const allowed: RegExp[] = []
  const watchOther = (other: BrowserContext) => watch(other, others)
  watch(context, own)
  browser.on('context', watchOther)
  return {
    guard: { messages: own, allow: (pattern) => void allowed.push(pattern) },
    check: () => {
      browser.off('context', watchOther)
      const unexpected = [...own, ...others].filter((message) => !allowed.some((pattern) => pattern.test(message)))
      expect(unexpected, 'console messages').toEqual([])
    },
  }
}
