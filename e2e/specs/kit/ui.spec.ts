import { openKit } from '../../testing/kit.ts'
import { expect, test } from '../../testing/test.ts'

test.beforeEach(async ({ signIn }) => signIn())

// Rule: P-KIT-19, P-KIT-20
test('icons: seven tabs, one active at a time, and a click copies the name', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openKit(page, 'ui/icons')
  await expect(page.getByRole('tab')).toHaveText([
    'Glyphicons',
    'FA 4.7.0 new',
    'Web Application',
    'Spinner',
    'Text Editor',
    'Brand',
    'Other',
  ])
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Glyphicons')
  await page.getByRole('tab', { name: 'Other' }).click()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Other')
  await expect(page.getByRole('tabpanel').getByRole('heading')).toHaveCount(5)
  await page.getByRole('tab', { name: 'FA 4.7.0' }).click()
  await page.getByLabel('Buscar ícone').fill('gear')
  await expect(page.getByRole('button', { name: 'gear (alias)', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'gear (alias)', exact: true }).click()
  await expect(page.getByText('Nome copiado: gear')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('gear')
})

// Rule: P-KIT-21
test('icons stand one, three or four in a row as the window is small, medium or large', async ({ page }) => {
  await openKit(page, 'ui/icons')
  const inFirstRow = () =>
    page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .evaluateAll((items) => {
        const tops = items.map((item) => item.getBoundingClientRect().top)
        return tops.filter((top) => top === tops[0]).length
      })
  for (const [width, count] of [
    [390, 1],
    [800, 3],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(inFirstRow, `${width} px`).toBe(count)
  }
})
