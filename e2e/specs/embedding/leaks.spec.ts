import { measureScriptData } from '@atalaia/stack/testing/script-data'
import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../../testing/embedding/portals.ts'
import { keepTimers, pendingTimers } from '../../testing/embedding/timers.ts'

/** `MOUNTS=500` for the long run, which takes some minutes. */
const TIMES = Number(process.env['MOUNTS'] ?? 30)
/** The first times load the code and fill what it makes once. */
const WARM_UP_TIMES = 20
/** Nodes, listeners or timers in all: one instance that stays has more nodes. */
const MAX_MORE = 3
/**
 * Bytes that each time may add to what scripts keep, and fewer than one object. Seen: 5 bytes, and no object, after 50 times;
 * 60 bytes and half an object after 10. The heap itself grows by compiled code, and by 2 KB a time with a plain `div`, too:
 * that is the test's own.
 */
const MAX_BYTES_EACH = 512

// High enough for the chart to be drawn: one that is not has nothing to leave behind.
// No trace: its recorder lives in the page, and is counted with it.
test.use({ viewport: { width: 1280, height: 2600 }, trace: 'off' })
test.describe.configure({ timeout: 180_000 + TIMES * 4_000 })

/**
 * A portal lays one more dashboard over its page, with a token of its own, and takes it out once all of it stands. The
 * mouse is over its chart then, and over that of the page's own dashboard afterwards.
 */
const mountAndUnmount = async (page: Page) => {
  await page.evaluate(() => {
    const element = document.createElement('atalaia-analytics')
    element.id = 'again'
    Object.assign(element.style, { position: 'fixed', inset: '0', zIndex: '9', background: 'white' })
    document.body.append(
      Object.assign(element, {
        getToken: async () => (await fetch('/atalaia-token', { method: 'POST' })).text(),
      }),
    )
  })
  const again = page.locator('#again')
  await expect(again.getByRole('columnheader', { name: 'Senhas Vazadas' })).toBeVisible()
  await again.locator('.highcharts-root').hover()
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
  const repeat = async (times: number) => {
    for (let time = 0; time < times; time += 1) await mountAndUnmount(page)
  }
  const measureAtRest = async () => {
    await page.mouse.move(0, 0)
    return measure(page, session)
  }
  await repeat(WARM_UP_TIMES)
  const before = { ...(await measureAtRest()), ...(await measureScriptData(session)) }
  await repeat(TIMES)
  // What is on its way to be freed is no leak.
  await expect.poll(async () => (await measureAtRest()).nodes - before.nodes).toBeLessThanOrEqual(MAX_MORE)
  const after = { ...(await measureAtRest()), ...(await measureScriptData(session)) }
  expect(after.listeners - before.listeners).toBeLessThanOrEqual(MAX_MORE)
  expect(after.timers - before.timers).toBeLessThanOrEqual(MAX_MORE)
  expect((after.objects - before.objects) / TIMES).toBeLessThan(1)
  expect((after.bytes - before.bytes) / TIMES).toBeLessThanOrEqual(MAX_BYTES_EACH)
})
