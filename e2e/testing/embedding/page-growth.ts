import { measureScriptData } from '@atalaia/stack/testing/script-data'
import type { CDPSession, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { keepTimers, pendingTimers } from './timers.ts'

const MAX_MORE = 3
const MAX_BYTES_EACH = 512

export type PageGrowth = {
  /** Repeats `act` until one-time loading ends, then expects the page to hold no more. */
  expectNone(act: () => Promise<void>, times: { readonly warmUp: number; readonly counted: number }): Promise<void>
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

export const openMeasured = async (page: Page, url: string): Promise<PageGrowth> => {
  await page.addInitScript(keepTimers)
  await page.goto(url)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const measureAtRest = async () => {
    await page.mouse.move(0, 0)
    return measure(page, session)
  }
  return {
    expectNone: async (act, { warmUp, counted }) => {
      for (let time = 0; time < warmUp; time += 1) await act()
      const before = { ...(await measureAtRest()), ...(await measureScriptData(session)) }
      for (let time = 0; time < counted; time += 1) await act()
      // What is on its way to be freed is no leak.
      await expect.poll(async () => (await measureAtRest()).nodes - before.nodes).toBeLessThanOrEqual(MAX_MORE)
      const after = { ...(await measureAtRest()), ...(await measureScriptData(session)) }
      expect(after.listeners - before.listeners).toBeLessThanOrEqual(MAX_MORE)
      expect(after.timers - before.timers).toBeLessThanOrEqual(MAX_MORE)
      expect((after.objects - before.objects) / counted).toBeLessThan(1)
      expect((after.bytes - before.bytes) / counted).toBeLessThanOrEqual(MAX_BYTES_EACH)
    },
  }
}
