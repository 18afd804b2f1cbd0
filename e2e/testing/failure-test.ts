import type { Page } from '@playwright/test'
import { expectFilled } from '../pages/analytics-page.ts'
import { shell } from '../pages/shell.ts'
import type { ConsoleGuard } from './console-guard.ts'
import type { PageClock } from './page-clock.ts'
import { expect, test as base } from './test.ts'

type TestParts = {
  readonly openFaulty: (path: string) => Promise<void>
}

export const factsPath = '/app/fixture/facts'

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
  readonly log: RegExp
  /** Reproduces a fault that needs time. */
  readonly again?: () => Promise<void>
}

/** The panel is there, the operator's log too, and all other parts work. */
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

/** Passes the page's time limit for a hanging script. */
export const giveUpWaiting = async ({ page, clock, script, seconds }: Waiting): Promise<void> => {
  const asked = () =>
    page.locator('script[src]').evaluateAll((all) => all.map((each) => each.getAttribute('src') ?? ''))
  await expect.poll(async () => (await asked()).filter((src) => script.test(src))).toHaveLength(1)
  await clock.pass(seconds * 1000, script)
}

export const expectMended = async (page: Page, heading = 'Fatos'): Promise<void> => {
  await shell(page).retry.click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(shell(page).failure).toHaveCount(0)
}

export { expect } from '@playwright/test'
