import type { Page } from '@playwright/test'
import { chooseTheme } from '../themes.ts'
import { expect } from '../test.ts'

const RESTS = [
  [0.3, 0.5],
  [0.5, 0.4],
  [0.7, 0.6],
  [0.5, 0.95],
] as const

/**
 * Checks drawing, name, pointer, table and print of all `count` charts. Refused Trusted Types
 * markup is a console error. `tooltip`: expected part.
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

/** Like {@link lookAtCharts}; a drawn chart also takes the chosen theme's colours. */
export const lookAtApex = async (page: Page) => {
  const text = page.getByRole('img', { name: 'Visitas e retornos por mês' }).locator('.apexcharts-legend-text').first()
  const colour = () => text.evaluate((element) => getComputedStyle(element).color)
  await text.scrollIntoViewIfNeeded()
  const before = await colour()
  await chooseTheme(page, 'middle')
  await expect.poll(colour).not.toBe(before)
  await lookAtCharts(9, '.apexcharts-tooltip-text-y-value')(page)
}
