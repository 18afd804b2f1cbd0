import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { registerPage } from '../pages/register-page.ts'
import { shell } from '../pages/shell.ts'
import { newAccount } from '../testing/account.ts'
import { tabTo } from '../testing/keyboard.ts'
import { expect, test } from '../testing/test.ts'

// Rule: P-HEADER-10
test('the first Tab stop of a page skips to its content', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/app/profile')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: /conteúdo/i })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

// Rule: P-ACCESS-2
test('no Tab stop of a phone is hidden by lines about the organisation, however long', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn()
  const told = {
    suspensa: { desde: '2026-11-20T12:00:00.000Z', motivo: 'fatura em aberto '.repeat(25).trim() },
    suporte: [{ operador: 'operador@exemplo.com', ate: '2026-11-24T12:00:00.000Z' }],
    pedidos: 1,
  }
  await page.route(/\/organizacao\/avisos$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), ...told } })
  })
  await page.goto(`${analyticsPath}/alertas`)
  await expect(page.getByRole('combobox', { name: 'Quando' })).toBeVisible()
  const lines = page.getByRole('region', { name: 'Avisos da organização' })
  await expect(lines).toBeVisible()
  const edge = await lines.evaluate((element) => element.getBoundingClientRect().top)
  const hidden: string[] = []
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      const isLine = element?.closest('section')?.ariaLabel === 'Avisos da organização'
      return element === document.body || isLine
        ? undefined
        : [element?.outerHTML, element?.getBoundingClientRect().top]
    })
    if (stop === undefined) break
    if (Number(stop[1]) >= edge) hidden.push(String(stop[0]))
  }
  expect(hidden).toEqual([])
})

// Rule: P-ACCESS-2
test('from the landing page to an added address by keyboard alone', async ({ page }) => {
  const { keyboard } = page
  const account = newAccount()

  await page.goto('/')
  await tabTo(page.getByRole('link', { name: 'Começar a monitorar' }).first())
  await keyboard.press('Enter')

  const { email, password, confirmation } = registerPage(page)
  await tabTo(email)
  await keyboard.type(account.email)
  await tabTo(password)
  await keyboard.type(account.password)
  await tabTo(confirmation)
  await keyboard.type(account.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/login')

  await tabTo(loginPage(page).username)
  await keyboard.type(account.email)
  await tabTo(loginPage(page).password)
  await keyboard.type(account.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(analyticsPath)

  const { field, row } = analyticsPage(page)
  await tabTo(field)
  await keyboard.type('teclado@empresa.example')
  await keyboard.press('Enter')
  await expect(row('teclado@empresa.example')).toBeVisible()
  await expect(field).toBeFocused()
})

// Rule: P-LOGIN-6
test('the log-in form works by keyboard alone', async ({ page, account }) => {
  await page.goto('/login')
  await expect(loginPage(page).username).toBeFocused()
  await page.keyboard.type(account.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(analyticsPath)
})

// Rule: P-HEADER-7, P-ROUTE-13
test('the sidebar says which entry is active, and a link moves the focus to the content', async ({ page, signIn }) => {
  await signIn()
  await page.goto(analyticsPath)
  await expect(shell(page).link('Analises')).toHaveAttribute('aria-current', 'page')
  await expect(shell(page).link('Dashboard')).toHaveAttribute('aria-current', 'true')
  await page.goto('/app/profile')
  await expect(shell(page).link('Dashboard')).not.toHaveAttribute('aria-current')
  await shell(page).link('Analises').focus()
  await page.keyboard.press('Enter')
  await expect(analyticsPage(page).heading).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  // Rule: P-HEADER-4
  test('the burger opens the sidebar; Escape and a click outside close it', async ({ page, signIn }) => {
    await signIn()
    await page.goto(analyticsPath)
    const { burger, link } = shell(page)
    await expect(burger).toBeVisible()
    await expect(link('Analises')).toBeHidden()

    await burger.click()
    await expect(link('Analises')).toBeVisible()
    await expect(burger).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(link('Analises')).toBeHidden()
    await expect(burger).toBeFocused()

    await burger.click()
    await expect(link('Analises')).toBeVisible()
    await page.mouse.click(380, 500)
    await expect(link('Analises')).toBeHidden()
    await expect(burger).toHaveAttribute('aria-expanded', 'false')
  })

  for (const path of ['/', '/login', '/register', analyticsPath, '/app/profile', '/app/tables/dynamic']) {
    test(`${path} does not scroll sideways`, async ({ page, signIn }) => {
      if (path.startsWith('/app')) await signIn()
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(content).toBe(window)
    })
  }
})

// Rule: P-DASH-22
test('a widget goes full screen, keeps the focus and leaves by Escape; closed, it can be brought back', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(analyticsPath)
  const { chart } = analyticsPage(page)
  await chart.getByRole('button', { name: 'Tela cheia' }).click()
  await expect(chart.getByRole('button', { name: 'Restaurar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(chart.getByRole('button', { name: 'Tela cheia' })).toBeFocused()

  await chart.getByRole('button', { name: 'Recolher' }).click()
  await expect(chart.getByRole('button', { name: 'Expandir' })).toHaveAttribute('aria-expanded', 'false')
  await chart.getByRole('button', { name: 'Expandir' }).click()

  await chart.getByRole('button', { name: 'Fechar' }).click()
  await expect(chart).toHaveCount(0)
  await page.getByRole('button', { name: 'Reabrir Ultimos 3 meses' }).click()
  await expect(chart).toBeVisible()
})
