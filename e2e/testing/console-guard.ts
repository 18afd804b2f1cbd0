import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'

export type ConsoleGuard = {
  /** Permits messages that match; `reason` says why the test causes them. */
  allow(pattern: RegExp, reason: string): void
  /** Every message so far, but for one that goes by time alone, of the test's own context. Contexts that the test opens itself are not in it. */
  readonly messages: readonly string[]
}

/** Chromium says it some seconds after a page's load, and so of a page that is slow. headers.spec.ts holds that preloads are used. */
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
 * Collects every console message and uncaught exception of `context`, and of each further context that the test opens
 * in `browser`. `check` fails when a message was not allowed.
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
