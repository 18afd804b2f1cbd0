import type { Page } from '@playwright/test'
import { expectFilled } from '../pages/analytics-page.ts'
import { shell } from '../pages/shell.ts'
import type { ConsoleGuard } from './console-guard.ts'
import type { PageClock } from './page-clock.ts'
import { expect, test as base } from './test.ts'

type TestParts = {
  /** Signs in and opens a page of the faulty gateway. */
  readonly openFaulty: (path: string) => Promise<void>
}

export const factsPath = '/app/fixture/facts'

/** A preloaded file that hangs keeps the load event away; the page works without it. */
const withoutWaiting = { waitUntil: 'domcontentloaded' } as const

export const test = base.extend<TestParts>({
  openFaulty: async ({ faulty, page, signIn }, use) => {
    await use(async (path) => {
      await signIn({ origin: faulty.url })
      await page.goto(`${faulty.url}${path}`, withoutWaiting)
    })
    faulty.proxy.mend()
  },
})

export type Expected = {
  readonly page: Page
  readonly consoleGuard: ConsoleGuard
  /** The line in the log for the operator: remote, version, phase, cause. */
  readonly log: RegExp
  /** Makes it fail again when it is opened again, for a fault that only time reveals. */
  readonly again?: () => Promise<void>
}

/** The broken part's panel is there, the operator is told, and the rest of the page works. */
export const expectBroken = async ({ page, consoleGuard, log, again }: Expected): Promise<void> => {
  consoleGuard.allow(/mfe-fixture|net::ERR|Failed to load resource|digest|fixture fault/, 'the fault that is tested')
  const { failure, retry, link, navigation } = shell(page)
  await expect(failure).toBeVisible()
  await expect(failure).toContainText('Não foi possível')
  await expect(retry).toBeVisible()
  await expect(navigation).toBeVisible()
  await expect.poll(() => consoleGuard.messages.join('\n'), { message: 'the log' }).toMatch(log)

  const broken = page.url()
  await link('Analises').click()
  await expectFilled(page)
  await expect(shell(page).failure).toHaveCount(0)
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(broken)
  await again?.()
  await expect(failure).toBeVisible()
}

export type Waiting = {
  readonly page: Page
  readonly clock: PageClock
  readonly script: RegExp
  readonly seconds: number
}

/** Passes the time after which the page no longer waits for a script that hangs. */
export const giveUpWaiting = async ({ page, clock, script, seconds }: Waiting): Promise<void> => {
  const asked = () =>
    page.locator('script[src]').evaluateAll((all) => all.map((each) => each.getAttribute('src') ?? ''))
  await expect.poll(async () => (await asked()).filter((src) => script.test(src))).toHaveLength(1)
  await clock.pass(seconds * 1000, script)
}

/** The fault is gone, and the panel's button brings the part up. */
export const expectMended = async (page: Page, heading = 'Fatos'): Promise<void> => {
  await shell(page).retry.click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(shell(page).failure).toHaveCount(0)
}

export { expect } from '@playwright/test'
