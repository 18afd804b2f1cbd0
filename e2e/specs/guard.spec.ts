import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { secondsFromNow, unsignedToken } from '../testing/tokens.ts'
import { expect, test } from '../testing/test.ts'

test.describe('without a session', () => {
  for (const path of [analyticsPath, '/app/profile', '/app', '/app/main']) {
    // Rule: P-ROUTE-7
    test(`${path} leads to /login`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/login(\?|$)/)
      await expect(loginPage(page).heading).toBeVisible()
    })
  }

  // Rule: P-ROUTE-8
  test('a login leads back to where one wanted to go, with its query', async ({ page, account }) => {
    await page.goto('/app/tables/dynamic?pagina=2#linhas')
    await expect(page).toHaveURL(/\/login\?next=/)
    await loginPage(page).logIn(account)
    await expect(page).toHaveURL('/app/tables/dynamic?pagina=2#linhas')
  })

  // Rule: P-ROUTE-9
  test('a login leads to no other origin, whatever the address asks for', async ({ page, account }) => {
    for (const next of ['https://evil.example/app', '//evil.example/app', '/app/..//evil.example', '/register']) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`)
      await loginPage(page).logIn(account)
      await expect(page).toHaveURL(analyticsPath)
      await page.evaluate(() => localStorage.clear())
    }
  })

  test('a wrong password shows an alert and signs nobody in', async ({ page, account, consoleGuard }) => {
    consoleGuard.allow(/login/, 'a refused login is logged, by the browser and by the page')
    await page.goto('/login')
    await loginPage(page).logIn({ ...account, password: 'errada' })
    await expect(loginPage(page).alert).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  })
})

test.describe('with a stored token', () => {
  for (const path of ['/', '/login', '/register', '/app', '/app/main', '/app/dashboard/visits']) {
    // Rule: P-ROUTE-2, P-ROUTE-10
    test(`${path} leads to the analytics page`, async ({ page, signIn }) => {
      await signIn()
      await page.goto(path)
      await expect(page).toHaveURL(analyticsPath)
      await expect(analyticsPage(page).heading).toBeVisible()
    })
  }

  // Rule: P-ROUTE-11
  test('an address inside /app stays where it is', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/app/profile')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/app/profile')
  })

  const unusable = {
    'an expired token': unsignedToken({ sub: 'ana@empresa.example', exp: secondsFromNow(-60) }),
    'a token without expiry': unsignedToken({ sub: 'ana@empresa.example' }),
    'a token without subject': unsignedToken({ exp: secondsFromNow(3600) }),
    'an unreadable token': 'not.a.token',
  }
  for (const [name, token] of Object.entries(unusable)) {
    // Rule: P-SESSION-4
    test(`${name} is no session, and is removed`, async ({ page, signIn }) => {
      await signIn({ token })
      await page.goto(analyticsPath)
      await expect(loginPage(page).heading).toBeVisible()
      await expect(page).toHaveURL(/\/login/)
      expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
    })
  }
})

// Rule: P-ROUTE-4, P-ROUTE-6
test('an unknown path shows the 404 page with its texts and ways on', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/404/, 'the browser reports the status of the page itself')
  const answer = await page.goto('/nao/existe')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Oops, it seems this page does not exist.')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.locator('a[href="/app/dashboard/visits"]')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Página principal' })).toBeVisible()
})
