import { openKit } from '../../testing/kit.ts'
import { expect, test } from '../../testing/test.ts'

test.beforeEach(async ({ signIn }) => signIn())

// Rule: P-KIT-18
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

// Rule: P-KIT-4
test('on the profile a post is liked, commented, and a new one goes on top of the feed', async ({ page }) => {
  await openKit(page, 'profile')
  const posts = page.getByRole('list', { name: 'Atividade' }).locator(':scope > li')
  const first = posts.first()
  await first.getByRole('button', { name: 'Curtir (8)' }).click()
  await expect(first.getByRole('button', { name: 'Curtir (9)', pressed: true })).toBeVisible()
  await first.getByRole('button', { name: 'Comentar (1)' }).click()
  await first.getByLabel('Comentário para Tiago Azevedo').fill('Combinado.')
  await page.keyboard.press('Enter')
  await expect(first.getByRole('button', { name: 'Comentar (2)' })).toBeVisible()
  await expect(first).toContainText('Combinado.')
  await page.getByLabel('O que há de novo?').fill('Bom dia, equipe.')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(posts).toHaveCount(4)
  await expect(first).toContainText('Bom dia, equipe.')
  await expect(page.getByLabel('O que há de novo?')).toHaveValue('')
})
