import { THEME_NAMES } from '@atalaia/contracts'
import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { shell } from '../pages/shell.ts'
import {
  expectAccessibleIn,
  expectAccessibleInDarkAndLight,
  expectAccessibleInEachTheme,
  expectPartAccessibleIn,
  expectPartAccessibleInEachTheme,
} from '../testing/axe.ts'
import { createFilledAccount } from '../testing/filled-account.ts'
import { expect, test } from '../testing/test.ts'
import { standing } from '../testing/themes.ts'

const publicScreens = ['/', '/login', '/register', '/error', '/nao/existe']
const guardedScreens = [analyticsPath, '/app/profile', '/app/tables/dynamic']

for (const path of publicScreens) {
  // Rule: P-ACCESS-1
  test(`axe finds nothing on ${path} in any theme`, async ({ page, consoleGuard }) => {
    consoleGuard.allow(/status of 404/, 'the 404 page has that status')
    await page.goto(path)
    await standing(page)
    await expectAccessibleInEachTheme(page)
  })
}

for (const path of guardedScreens) {
  // Rule: P-ACCESS-1
  test(`axe finds nothing on ${path} in any theme, the user menu open and closed`, async ({ page, signIn }) => {
    await signIn()
    await page.goto(path)
    await standing(page)
    await expectAccessibleInEachTheme(page)
    await shell(page).userMenu.click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectPartAccessibleInEachTheme(page, '[role=menu]', 'menu open')
  })
}

// Rule: P-ACCESS-1
test('axe finds nothing where a link of a mail is incomplete, in dark and light', async ({ page }) => {
  const links = ['/convite', '/confirmar', '/redefinir', '/entrar?falha=dominio']
  for (const path of links) {
    await page.goto(path)
    // Beside the brand's: the way on.
    await expect(page.getByRole('main').getByRole('link').nth(1)).toBeVisible()
    await expectAccessibleInDarkAndLight(page, path)
  }
})

// Rule: P-ACCESS-1
test('axe finds nothing on a dashboard with numbers, its table, menus, full screen and errors, in any theme', async ({
  page,
  signIn,
  stack,
}) => {
  await signIn(await createFilledAccount(stack))
  const { open, chart, form, submit, total } = analyticsPage(page)
  await open()
  await standing(page)
  await expect(chart.getByRole('img').first()).toBeVisible()
  await expectAccessibleInEachTheme(page)

  await chart.getByRole('button', { name: 'Exportar' }).click()
  await expectPartAccessibleInEachTheme(page, '[role=menu]', 'exports open')
  await page.keyboard.press('Escape')

  await chart.getByRole('button', { name: 'Ver como tabela' }).click()
  await total.getByRole('button', { name: 'Fechar' }).click()
  await submit.click()
  await expect(form.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleInEachTheme(page, 'table, closed widget and error')

  await chart.getByRole('button', { name: 'Tela cheia' }).click()
  await expectAccessibleInEachTheme(page, 'full screen')
})

for (const theme of THEME_NAMES) {
  // Rule: P-ACCESS-1
  test(`axe finds nothing on the gallery, with a menu and with a dialog open, in the ${theme} theme`, async ({
    page,
  }) => {
    await page.goto(`/dev/ui?theme=${theme}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleIn(theme, page, 'gallery')
    await page.getByRole('button', { name: 'Tema', exact: true }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectPartAccessibleIn(theme, page, '[role=menu]', 'menu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remover', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectPartAccessibleIn(theme, page, '[role=dialog], dialog', 'dialog')
  })
}

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('axe finds nothing with the sidebar open, in any theme', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/app/profile')
    await standing(page)
    await shell(page).burger.click()
    await expect(shell(page).link('Analises')).toBeVisible()
    await expectAccessibleInEachTheme(page)
  })
})
