import type { Page } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../../pages/analytics-page.ts'
import { loginPage } from '../../pages/login-page.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { expect, test } from '../../testing/failure-test.ts'

const title = 'Não foi possível iniciar a página'
const panel = (page: Page) =>
  page.getByRole('main').filter({ has: page.getByRole('heading', { level: 1, name: title }) })

test.beforeEach(({ consoleGuard }) => {
  consoleGuard.allow(
    /integrity|digest|ERR_ABORTED|preload|Trusted|ChunkLoadError|Loading chunk|Failed to load resource/,
    'the file that is changed',
  )
})

const cases = [
  { name: 'the entry', file: /\/shell\/main\./, theme: 'dark' },
  { name: 'the code behind the entry', file: /\/shell\/bootstrap\..*js/, theme: 'light' },
  { name: 'the shared modules', file: /\/shell\/shared\./, theme: 'dark' },
]

for (const { name, file, theme } of cases) {
  // Rule: M-FAIL-23, P-ERROR-2, M-FAIL-43
  // Threat: T-PAGE-3
  test(`in the ${theme} theme, a page whose shell has one byte changed in ${name} says so, and loads again once it is mended`, async ({
    page,
    faulty,
    signIn,
  }) => {
    await signIn({ origin: faulty.url, theme })
    faulty.proxy.fail(file, { kind: 'corrupt' })
    await page.goto(`${faulty.url}${analyticsPath}`)
    await expect(panel(page)).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('chegou alterado e por segurança não foi usado')
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.locator('body')).toHaveClass(theme)
    await expectAccessible(page, name)
    faulty.proxy.mend()
    // The wrong bytes are in the browser's cache: the first try may still find them, and takes them out.
    const { heading } = analyticsPage(page)
    await expect(async () => {
      const reload = page.getByRole('link', { name: 'Recarregar a página' })
      // A page that came later than it was waited for has no link any more.
      if (await reload.isVisible())
        await Promise.all([page.waitForEvent('framenavigated'), reload.click({ timeout: 1_000 })])
      await expect(heading.or(panel(page))).toBeVisible()
      await expect(heading).toBeVisible({ timeout: 1 })
    }).toPass()
    await expect(panel(page)).toHaveCount(0)
  })
}

// Rule: M-FAIL-23, M-FAIL-43
test('without a session, and with styles that do not come either, the login page says so', async ({ page, faulty }) => {
  faulty.proxy.fail(/\/shell\/main\.|\.css/, { kind: 'status', status: 500 })
  await page.goto(`${faulty.url}/login`)
  await expect(panel(page)).toBeVisible()
  await expectAccessible(page, 'without styles')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Recarregar a página' })).toBeFocused()
  faulty.proxy.mend()
  await page.keyboard.press('Enter')
  await expect(loginPage(page).heading).toBeVisible()
})

// Rule: M-FAIL-23, M-FAIL-43
test('an address loses its token although no script of the shell comes, and the page says so', async ({
  page,
  faulty,
}) => {
  faulty.proxy.fail(/\/shell\/.*\.js/, { kind: 'corrupt' })
  await page.goto(`${faulty.url}/login?token=x`)
  await expect(panel(page)).toBeVisible()
  expect(page.url()).not.toContain('token')
  faulty.proxy.mend()
})

// Rule: M-FAIL-23, M-FAIL-43
test('a page that reads without scripts stays as it is', async ({ page, faulty }) => {
  faulty.proxy.fail(/\/shell\/main\./, { kind: 'corrupt' })
  await page.goto(`${faulty.url}/`)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Saiba quais contas da sua empresa vazaram.' }),
  ).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  faulty.proxy.mend()
})
