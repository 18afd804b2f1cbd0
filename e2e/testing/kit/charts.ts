import type { Page } from '@playwright/test'
import { chooseTheme } from '../themes.ts'
import { expect } from '../test.ts'

/** Points on which the pointer rests, as shares of its width and height: points, a slice, an axis. */
const RESTS = [
  [0.3, 0.5],
  [0.5, 0.4],
  [0.7, 0.6],
  [0.5, 0.95],
] as const

/**
 * Each of the page's `count` charts is drawn, has a name, takes the pointer and is there as a table, and the page can be
 * printed. Markup that Trusted Types refuse is an error on the console. `tooltip` is a part of what the pointer brings.
 */
export const lookAtCharts = (count: number, tooltip?: string) => async (page: Page) => {
  const figures = page.getByRole('main').getByRole('img', { name: /./ })
  await expect(figures).toHaveCount(count)
  for (const figure of await figures.all()) {
    await figure.scrollIntoViewIfNeeded()
    await expect(figure.locator('svg, canvas').first()).toBeVisible()
    const { width = 0, height = 0 } = (await figure.boundingBox()) ?? {}
    for (const [x, y] of RESTS) await figure.hover({ position: { x: width * x, y: height * y }, force: true })
  }
  await page.pdf()
  if (tooltip) await expect(page.locator(tooltip).first()).toBeAttached()
  for (let left = count; left > 0; left -= 1)
    await page.getByRole('button', { name: 'Ver como tabela' }).first().click()
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(count)
  await expect(figures).toHaveCount(0)
}

/** As {@link lookAtCharts}; a chart that stands takes the colours of the theme that is chosen. */
export const lookAtApex = async (page: Page) => {
  const text = page.getByRole('img', { name: 'Visitas e retornos por mês' }).locator('.apexcharts-legend-text').first()
  const colour = () => text.evaluate((element) => getComputedStyle(element).color)
  await text.scrollIntoViewIfNeeded()
  const before = await colour()
  await chooseTheme(page, 'middle')
  await expect.poll(colour).not.toBe(before)
  await lookAtCharts(9, '.apexcharts-tooltip-text-y-value')(page)
}
