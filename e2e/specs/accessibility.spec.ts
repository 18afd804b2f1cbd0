import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { createAccount } from '../support/account.ts'
import { writeCombo } from '../support/combo-file.ts'
import { expect, test } from '../support/test.ts'

const themes = ['dark', 'light'] as const

/** WCAG 2.2 A and AA, and axe's own good practice. */
const expectAccessible = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(' | ')}`,
  )
  expect(found).toEqual([])
}

const settled = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

const publicScreens = [
  { path: '/', text: 'Produto' },
  { path: '/login', text: 'Use seu email para acessar.' },
  { path: '/register', text: 'Confirm Password' },
  { path: '/error', text: 'Algo deu errado' },
  { path: '/nao/existe', text: 'Oops, it seems this page does not exist.' },
]

const guardedScreens = [
  { path: analyticsPath, heading: 'Analises - Ativos Empresariais' },
  { path: '/app/profile', heading: /./ },
  { path: '/app/tables/dynamic', heading: /./ },
]

for (const theme of themes) {
  for (const { path, text } of publicScreens) {
    test(`axe finds nothing on ${path} in the ${theme} theme`, async ({ page, consoleGuard }) => {
      consoleGuard.allow(/status of 404/, 'the 404 page has that status')
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
      await page.goto(path)
      await expect(page.getByText(text).first()).toBeVisible()
      await settled(page)
      await expectAccessible(page)
    })
  }

  for (const { path, heading } of guardedScreens) {
    test(`axe finds nothing on ${path} in the ${theme} theme`, async ({ page, signIn }) => {
      await signIn({ theme })
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await settled(page)
      await expectAccessible(page)
    })
  }

  test(`axe finds nothing on a dashboard with numbers in the ${theme} theme`, async ({ page, signIn, stack }) => {
    const { token } = await createAccount(stack.url)
    const address = `${theme}-${Date.now()}@cheia.example`
    const { path } = await writeCombo([1, 2, 3].map((number) => ({ address, password: `senha-${number}` })))
    await stack.leaksImport(path, `fonte-${theme}`)
    await signIn({ token, theme })
    const { open, add, row, chart } = analyticsPage(page)
    await open()
    await add(address)
    await expect(row(address)).toBeVisible()
    await expect(chart.getByRole('img').first()).toBeVisible()
    await settled(page)
    await expectAccessible(page)
  })

  test(`axe finds nothing with the user menu open in the ${theme} theme`, async ({ page, signIn }) => {
    await signIn({ theme })
    await page.goto('/app/profile')
    await page.getByRole('button', { name: /^Menu de/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)
  })
}
