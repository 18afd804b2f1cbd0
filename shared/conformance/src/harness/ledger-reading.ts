import type { Frame, Page } from '@playwright/test'
import type { Violation } from '../recorder/ledger.ts'

/** The embed's script is anywhere in the stack: zone.js, which wraps listeners and timers, stands above it. */
const isOf = (base: string) => (stack: string) => stack.includes(base)

/** Listeners, timers and observers that the embed started in this page or frame and did not end. */
export const readUnended = async (page: Page | Frame, base: string): Promise<readonly string[]> => {
  const all = await page.evaluate(() =>
    [...window.atalaiaConformance.entries]
      .filter((entry) => !entry.gone())
      .map(({ kind, what, stack }) => ({ kind, what, stack })),
  )
  return all.filter(({ stack }) => isOf(base)(stack)).map(({ kind, what }) => `${kind}: ${what}`)
}

/** Writes of the embed to storages, cookies and the history. */
export const readWrites = async (page: Page | Frame, base: string): Promise<readonly string[]> => {
  const all = await page.evaluate(() => window.atalaiaConformance.writes)
  return all.filter(({ stack }) => isOf(base)(stack)).map(({ what }) => what)
}

/** Exceptions that nobody caught, with code of the embed anywhere in their stack. */
export const readErrors = async (page: Page | Frame, base: string): Promise<readonly string[]> => {
  const all = await page.evaluate(() => window.atalaiaConformance.errors)
  return all.filter(({ stack }) => stack.includes(base)).map(({ what }) => what)
}

/** Violations by the embed of a policy that allows nothing. */
export const readViolations = async (page: Page | Frame, base: string): Promise<readonly Violation[]> => {
  const all = await page.evaluate(() => window.atalaiaConformance.violations)
  return all.filter(({ source, blocked }) => source.startsWith(base) || blocked.startsWith(base))
}
