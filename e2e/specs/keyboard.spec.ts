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
test('from the landing page to an added address by keyboard alone @everyday', async ({ page }) => {
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

// Rule: P-ROUTE-13
test('a link of the sidebar moves the focus to the content', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/app/profile')
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
})
