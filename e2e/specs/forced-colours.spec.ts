import type { Locator } from '@playwright/test'
import { analyticsPage } from '../pages/analytics-page.ts'
import { shell } from '../pages/shell.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { expect, test } from '../testing/test.ts'

const valueOf = (element: Locator, property: string, part?: '::before'): Promise<string> =>
  element.evaluate((found, [name, pseudo]) => getComputedStyle(found, pseudo).getPropertyValue(name), [
    property,
    part,
  ] as const)

const systemColour = (element: Locator, name: string): Promise<string> =>
  element.evaluate((found, colour) => {
    const probe = document.createElement('i')
    probe.style.color = colour
    found.append(probe)
    const value = getComputedStyle(probe).color
    probe.remove()
    return value
  }, name)

for (const [colorScheme, theme] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const) {
  test.describe(`forced ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: 'active' } })

    // Rule: P-ACCESS-10
    test("the chart's legend is read, its lines are told apart, the focus and the menu's mark are seen", async ({
      page,
      signIn,
      stack,
    }) => {
      await signIn({ ...(await createFilledAccount(stack)), theme })
      const { open, chart, field, submit } = analyticsPage(page)
      await open()
      await expect(chart.locator('svg.highcharts-root')).toBeVisible()
      const text = await systemColour(page.locator('body'), 'CanvasText')
      for (const legend of await chart.locator('.highcharts-legend-item text').all())
        expect(await valueOf(legend, 'fill')).toBe(text)

      const [passwords, leaks] = await chart.locator('.highcharts-legend-item path.highcharts-graph').all()
      if (!passwords || !leaks) throw new Error('the legend lacks a line')
      expect(await valueOf(leaks, 'stroke')).toBe(text)
      expect(await valueOf(passwords, 'stroke-dasharray')).not.toBe(await valueOf(leaks, 'stroke-dasharray'))

      const active = shell(page).link('Analises')
      const mark = await valueOf(active, 'background-color', '::before')
      expect(mark).toBe(await systemColour(page.locator('body'), 'Highlight'))

      await field.focus()
      expect(await valueOf(field, 'outline-style')).toBe('solid')
      await page.keyboard.press('Tab')
      await expect(submit).toBeFocused()
      expect(await valueOf(submit, 'outline-style')).toBe('solid')
    })
  })
}
