import type { Frame, Page } from '@playwright/test'
import type { Violation } from '../recorder/ledger.ts'

/** Anywhere in the stack: zone.js wraps listeners and timers. */
const isOf = (base: string) => (stack: string) => stack.includes(base)

export const readUnended = async (page: Page | Frame, base: string): Promise<readonly string[]> => {
  const all = await page.evaluate(() =>
    [...window.atalaiaConformance.entries]
      .filter((entry) => !entry.gone())
      .map(({ kind, what, stack }) => ({ kind, what, stack })),
  )
  return all.filter(({ stack }) => isOf(base)(stack)).map(({ kind, what }) => `${kind}: ${what}`)
}

export const readWrites = async (page: Page | Frame, base: string): Promise<readonly string[]> => {
  const all = await page.evaluate(() => window.atalaiaConformance.writes)
  return all.filter(({ stack }) => isOf(base)(stack)).map(({ what }) => what)
}

export const readErrors = async (page: Page | Frame, base: string): Promise<readonly string[]> => {
  const all = await page.evaluate(() => window.atalaiaConformance.errors)
  return all.filter(({ stack }) => stack.includes(base)).map(({ what }) => what)
}

export const readViolations = async (page: Page | Frame, base: string): Promise<readonly Violation[]> => {
  const all = await page.evaluate(() => window.atalaiaConformance.violations)
  return all.filter(({ source, blocked }) => source.startsWith(base) || blocked.startsWith(base))
}
