import type { Page } from '@playwright/test'
import { publishEditions } from '../dashboard/next-version.ts'
import { DASHBOARD, DESKTOP, newVisitor, untilItStands } from '../dashboard/visit.ts'
import { withDemoPlatform, type DemoPlatform } from '../demo-platform.ts'
import { CHANGED_TITLE, type Edition } from '../opponents/webpack-build.ts'
import type { Row, Section } from '../section.ts'
import { timesRow } from '../times-row.ts'

const PROMOTIONS = 200
const GOAL_MS = 300

const titles: Readonly<Record<Edition, string>> = { current: CHANGED_TITLE.text, next: CHANGED_TITLE.by }

const reloadUntil = async (page: Page, title: string): Promise<number> => {
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(
    (words) =>
      document.querySelector('[data-waiting]') === null && document.querySelector('h1')?.textContent?.includes(words),
    title,
    { polling: 'raf', timeout: 30_000 },
  )
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return navigation instanceof PerformanceNavigationTiming ? navigation.responseEnd : Number.NaN
  })
}

const SHARES = [0.5, 0.99, 1]

const measure = async ({ browser, url, token, dataDir }: DemoPlatform): Promise<Row[]> => {
  const { promote } = await publishEditions({ url, dataDir })
  const context = await newVisitor(browser, { url, token, screen: DESKTOP })
  const page = await context.newPage()
  await page.goto(url + DASHBOARD)
  await untilItStands(page)
  const [answered, delivered, seen]: [number[], number[], number[]] = [[], [], []]
  for (let at = 0; at < PROMOTIONS; at += 1) {
    const edition = at % 2 === 0 ? 'next' : 'current'
    const began = performance.now()
    await promote(edition)
    answered.push(performance.now() - began)
    const html = await reloadUntil(page, titles[edition])
    seen.push(performance.now() - began)
    delivered.push(html)
  }
  return [
    timesRow({ what: `the answer to an order to promote, ${PROMOTIONS} orders`, shares: SHARES, values: answered }),
    timesRow({
      what: '… the HTML of a page that is reloaded then, from the reload on',
      shares: SHARES,
      values: delivered,
    }),
    timesRow({
      what: '… a page that is reloaded then shows the promoted version, from the order on',
      shares: SHARES,
      values: seen,
      goal: { share: 0.99, ms: GOAL_MS },
    }),
  ]
}

export const promotionsSection: Section = { name: 'promotions', run: () => withDemoPlatform(measure) }
