import { expect, type BrowserContext, type Page } from '@playwright/test'

export type ConsoleGuard = {
  /** A message that this test brings about on purpose, and why. */
  allow(pattern: RegExp, reason: string): void
  /** All that the pages wrote so far, errors and warnings. */
  readonly messages: readonly string[]
}

/** Collects every console message and uncaught exception of all pages; `check` fails when one was not allowed. */
export const guardConsole = (context: BrowserContext): { guard: ConsoleGuard; check: () => void } => {
  const messages: string[] = []
  const allowed: RegExp[] = []
  const watch = (page: Page) => {
    page.on('console', (message) => {
      messages.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`))
  }
  context.pages().forEach(watch)
  context.on('page', watch)
  return {
    guard: { messages, allow: (pattern) => void allowed.push(pattern) },
    check: () => {
      const unexpected = messages.filter((message) => !allowed.some((pattern) => pattern.test(message)))
      expect(unexpected, 'console messages').toEqual([])
    },
  }
}
