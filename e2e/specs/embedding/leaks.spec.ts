import type { Page } from '@playwright/test'
import { openMeasured } from '../../testing/embedding/page-growth.ts'
import { expect, test } from '../../testing/embedding/portals.ts'

const TIMES = Number(process.env['MOUNTS'] ?? 30)
const WARM_UP_TIMES = 20

// High enough for the chart to be drawn: one that is not has nothing to leave behind.
// No trace: its recorder lives in the page, and is counted with it.
test.use({ viewport: { width: 1280, height: 2600 }, trace: 'off' })
test.describe.configure({ timeout: 600_000 + TIMES * 4_000 })

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

// Rule: M-EMBED-3
test(`after it was put in and taken out ${TIMES} times, a page holds what it held before`, async ({
  page,
  portals,
}) => {
  const growth = await openMeasured(page, `${portals.urlOf('html')}/`)
  await growth.expectNone(() => mountAndUnmount(page), { warmUp: WARM_UP_TIMES, counted: TIMES })
})
