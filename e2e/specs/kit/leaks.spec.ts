import { measureScriptData } from '@atalaia/stack/testing/script-data'
import type { CDPSession, Page } from '@playwright/test'
import { followKit } from '../../testing/kit.ts'
import { expect, test } from '../../testing/test.ts'

const routes = [
  'charts/overview',
  'charts/apex',
  'charts/echarts',
  'charts/highcharts',
  'grid',
  'maps/google',
  'maps/amcharts',
  'tables/basic',
  'tables/dynamic',
  'profile',
  'ui/alerts',
  'forms/elements',
  'ui/buttons',
  'ui/icons',
  'ui/carousel',
  'ui/list-groups',
  'ui/modal',
  'ui/progress',
  'ui/popovers',
  'ui/tabs',
]

const MAX_GROWTH = 1.03

const allThere = async (page: Page, path: string) => {
  if (path.startsWith('charts/')) await expect(page.locator('.kit-chart').locator('svg, canvas').first()).toBeVisible()
  if (path.startsWith('maps/')) await expect(page.locator('.kit-map__land, [data-country]').first()).toBeAttached()
  await expect(page.locator('.kit-late')).toHaveCount(0)
}

const go = async (page: Page, path: string) => {
  await followKit(page, path)
  await expect(page).toHaveURL(new RegExp(`/app/${path}$`))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await allThere(page, path)
}

const measure = async (session: CDPSession) => {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { listeners: value('JSEventListeners'), nodes: value('Nodes'), ...(await measureScriptData(session)) }
}

test('after twenty pages and back, listeners, elements and what scripts keep are where they were', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/app/profile')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const round = async () => {
    for (const path of routes) await go(page, path)
    await go(page, 'profile')
  }
  // The first rounds load the code, which fills what it makes once.
  await round()
  await round()
  const before = await measure(session)
  await round()
  await round()
  const after = await measure(session)
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + 5)
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 50)
  // Of the heap, what scripts keep: V8 compiles for thirty rounds, and the whole heap grows by a third meanwhile.
  expect(after.bytes).toBeLessThanOrEqual(before.bytes * MAX_GROWTH)
})
