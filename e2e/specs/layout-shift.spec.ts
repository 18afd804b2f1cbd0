import type { Page } from '@playwright/test'
import { createFilledAccount } from '../testing/filled-account.ts'
import { analyticsPath } from '../pages/analytics-page.ts'
import { expect, test, WITH_MOTION } from '../testing/test.ts'
import { fontShown, settled } from '../testing/themes.ts'

test.use(WITH_MOTION)

type Shift = { readonly value: number; readonly moved: readonly string[] }

declare global {
  interface Window {
    layoutShifts: Shift[]
  }
}

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.layoutShifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('sources' in entry) || ('hadRecentInput' in entry && entry.hadRecentInput))
          continue
        const sources = Array.isArray(entry.sources) ? entry.sources : []
        const moved = sources.map(({ node }) => (node instanceof Element ? node.className : String(node?.nodeName)))
        window.layoutShifts.push({ value: Number(entry.value), moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const painted = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

const shiftsOf = (page: Page): Promise<readonly Shift[]> => page.evaluate(() => window.layoutShifts)

const notices = {
  suspensa: { desde: '2026-11-20T12:00:00.000Z', motivo: 'fatura em aberto' },
  suporte: [{ operador: 'operador@exemplo.com', ate: '2026-11-24T12:00:00.000Z' }],
  pedidos: 1,
}

const screens: readonly { name: string; path: string; filled?: true; most: number }[] = [
  { name: 'the landing page', path: '/', most: 0 },
  { name: 'the log-in', path: '/login', most: 0.02 },
  { name: 'an empty dashboard', path: analyticsPath, most: 0.02 },
  { name: 'a dashboard with numbers', path: analyticsPath, filled: true, most: 0.02 },
  { name: 'the register of incidents', path: `${analyticsPath}/incidentes`, most: 0.02 },
  { name: 'the page of alerts', path: `${analyticsPath}/alertas`, most: 0.02 },
]

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport })
    for (const { name, path, filled, most } of screens) {
      // Rule: P-ACCESS-5
      test(`${name} does not move when its parts come one after the other`, async ({ page, signIn, stack }) => {
        if (path.startsWith('/app')) await signIn(filled && (await createFilledAccount(stack)))
        // One file and one answer at a time, and every state between is painted.
        let last = Promise.resolve()
        const inTurn = (next: () => Promise<void>) => (last = last.then(next))
        await page.route(/\.js$/, (route) => inTurn(() => route.continue()))
        // The font comes last: all else has stood in its fallback.
        let sendFont: (() => void) | undefined
        const restStands = new Promise<void>((resolve) => (sendFont = resolve))
        await page.route(/\.woff2$/, async (route) => {
          await restStands
          await route.continue()
        })
        await page.route(/\/api\//, (route) =>
          inTurn(async () => {
            const response = await route.fetch({ maxRetries: 1 })
            const isNotices = response.ok() && response.url().endsWith('/organizacao/avisos')
            await route.fulfill(isNotices ? { json: { ...(await response.json()), ...notices } } : { response })
            await painted(page)
          }),
        )
        await watchShifts(page)
        // A page has not loaded before its font has come.
        await page.goto(path, { waitUntil: 'commit' })
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await settled(page)
        await painted(page)
        sendFont?.()
        await fontShown(page)
        if (path.startsWith('/app')) await expect(page.getByText(/Esta organização está suspensa/)).toBeVisible()
        // The answers that are still on their way count too.
        await page.unrouteAll({ behavior: 'wait' })
        await settled(page)
        const shifts = await shiftsOf(page)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(most)
      })
    }
  })
}
