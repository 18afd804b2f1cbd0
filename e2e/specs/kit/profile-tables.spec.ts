import { expectAccessibleInBoth, openKit } from '../../support/kit.ts'
import { expect, test } from '../../support/test.ts'

test.beforeEach(async ({ signIn }) => signIn())

for (const path of ['profile', 'tables/basic', 'tables/dynamic']) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await openKit(page, path)
    await expectAccessibleInBoth(page, path)
  })
}

test('the dynamic table turns pages, sorts by keyboard and filters, with the state in the address', async ({
  page,
}) => {
  await openKit(page, 'tables/dynamic')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 a 10 de 87')
  await page.getByRole('button', { name: 'Página 2 de 9' }).click()
  await expect(page).toHaveURL(/pagina=2/)
  await page.getByRole('button', { name: 'Idade', exact: true }).press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Idade', exact: true })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByLabel('Filtrar por Cidade').fill('recife')
  await expect(page).toHaveURL(/cidade=recife/)
  await page.reload()
  await expect(page.getByLabel('Filtrar por Cidade')).toHaveValue('recife')
  await expect(page.getByRole('columnheader', { name: 'Idade', exact: true })).toHaveAttribute('aria-sort', 'ascending')
})
