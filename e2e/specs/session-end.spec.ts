import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { shell } from '../pages/shell.ts'
import { createAccount } from '../testing/account.ts'
import { secondsFromNow, unsignedToken } from '../testing/tokens.ts'
import { takeClock } from '../testing/page-clock.ts'
import { expect, test } from '../testing/test.ts'

// Rule: P-SESSION-9
test('a session that expires ends at that moment, without a click', async ({ page, signIn }) => {
  const clock = await takeClock(page)
  await signIn({ token: unsignedToken({ sub: 'ana@empresa.example', exp: secondsFromNow(3600) }) })
  await page.goto('/app/profile')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await clock.pass('50:00')
  await expect(page).toHaveURL('/app/profile')
  await clock.pass('10:30')
  await expect(page).toHaveURL('/login?next=%2Fapp%2Fprofile')
  await expect(page.getByText('Sua sessão expirou. Entre novamente para continuar.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

// Rule: P-SESSION-8, P-SESSION-11, P-SESSION-17
test('a log-out reaches the other tab @everyday', async ({ page, context, signIn, stack }) => {
  // Of its own: the token of an account that logs out is worth nothing.
  const { token } = await createAccount(stack.url)
  await signIn({ token })
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/app/profile')
    await expect(tab.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  }
  await shell(page).logOut.click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL(/\/login/)
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
  const headers = { authorization: `Bearer ${token}` }
  await expect.poll(async () => (await fetch(`${stack.url}/api/emails`, { headers })).status).toBe(401)
})

// Rule: P-SESSION-11
test('a login reaches the other tab', async ({ page, context, account }) => {
  const other = await context.newPage()
  await other.goto('/login')
  await expect(loginPage(other).heading).toBeVisible()
  await page.goto('/login')
  await loginPage(page).logIn(account)
  await expect(page).toHaveURL(analyticsPath)
  await expect(other).toHaveURL(analyticsPath)
})

// Rule: P-SESSION-3
test('the cookie says that there is a session, and does not carry the token', async ({
  page,
  context,
  signIn,
  account,
}) => {
  await signIn()
  await page.goto(analyticsPath)
  await expect(analyticsPage(page).heading).toBeVisible()
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name)).toContain('token')
  expect(JSON.stringify(cookies)).not.toContain(account.token)
})

// Rule: P-SESSION-10
test('a token that the API refuses ends the session once, whoever of three calls saw it', async ({
  page,
  signIn,
  consoleGuard,
}) => {
  consoleGuard.allow(/401|Erro ao buscar dados do dashboard/, 'the API refuses this token on purpose')
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await signIn({ token: unsignedToken({ sub: 'ana@empresa.example', exp: secondsFromNow(3600) }) })
  await page.goto(analyticsPath)
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('Sua sessão não é mais válida. Entre novamente para continuar.')).toHaveCount(1)
  expect(visited.filter((path) => path === '/login')).toHaveLength(1)
})
