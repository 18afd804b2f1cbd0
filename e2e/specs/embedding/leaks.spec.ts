import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../../testing/embedding/portals.ts'
import { keepTimers, pendingTimers } from '../../testing/embedding/timers.ts'

const TIMES = 50
const MEGABYTES = 1024 * 1024
/** Bytes that each time may add once the code is compiled. Seen: 9 KB; an instance that stays has several hundred. */
const MAX_BYTES_EACH = 16 * 1024

// High enough for the chart to be drawn: one that is not has nothing to leave behind.
// No trace: its recorder lives in the page, and is counted with it.
test.use({ viewport: { width: 1280, height: 2600 }, trace: 'off' })
test.describe.configure({ timeout: 300_000 })

/** A portal puts one more dashboard into its page, with a token of its own, and takes it out once all of it stands. */
const mountAndUnmount = async (page: Page) => {
  await page.evaluate(() => {
    const element = document.createElement('atalaia-analytics')
    element.id = 'again'
    document.body.prepend(
      Object.assign(element, {
        getToken: async () => (await fetch('/atalaia-token', { method: 'POST' })).text(),
      }),
    )
  })
  const again = page.locator('#again')
  await expect(again.locator('.highcharts-root')).toBeVisible()
  await expect(again.getByRole('columnheader', { name: 'Senhas Vazadas' })).toBeVisible()
  await page.evaluate(() => document.getElementById('again')?.remove())
}

const measure = async (page: Page, session: CDPSession) => {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return {
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    timers: await page.evaluate(pendingTimers),
    heap: value('JSHeapUsedSize'),
  }
}

// Rule: M-EMBED-3
test(`after it was put in and taken out ${TIMES} times, a page holds what it held before`, async ({
  page,
  portals,
}) => {
  await page.addInitScript(keepTimers)
  await page.goto(`${portals.urlOf('html')}/`)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  // The first times load the code and have it compiled, which stays: less and less with each.
  for (let time = 0; time < 10; time += 1) await mountAndUnmount(page)
  const before = await measure(page, session)
  for (let time = 0; time < TIMES / 2; time += 1) await mountAndUnmount(page)
  const middle = await measure(page, session)
  for (let time = 0; time < TIMES / 2; time += 1) await mountAndUnmount(page)
  // What is on its way to be freed is no leak; what is left of each would be 50 at the least.
  await expect.poll(async () => (await measure(page, session)).nodes - before.nodes).toBeLessThan(TIMES)
  const after = await measure(page, session)
  expect(after.listeners - before.listeners).toBeLessThan(5)
  expect(after.timers - before.timers).toBeLessThan(5)
  expect(after.heap - before.heap).toBeLessThanOrEqual(2 * MEGABYTES)
  expect((after.heap - middle.heap) / (TIMES / 2)).toBeLessThanOrEqual(MAX_BYTES_EACH)
})
