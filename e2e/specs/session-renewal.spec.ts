import { STORAGE_KEYS } from '@atalaia/contracts'
import { analyticsPage, analyticsPath, expectFilled } from '../pages/analytics-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../testing/account.ts'
import { expectAccessible } from '../testing/axe.ts'
import { takeClock } from '../testing/page-clock.ts'
import { expect, test } from '../testing/test.ts'

// Rule: P-SESSION-18, P-SESSION-21, P-SESSION-23, P-SESSION-24, P-SESSION-25, P-SESSION-56
test('a page goes on over the end of its tokens, and ends when another browser ends its session', async ({
  page,
  context,
  stack,
  consoleGuard,
}) => {
  consoleGuard.allow(/40[01]|Erro ao buscar dados do dashboard/, 'its session was ended elsewhere')
  const account = await createAccount(stack.url)
  const stored = () => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEYS.token)
  const nextRenewal = () => page.waitForResponse(/\/api\/sessao\/renovar$/)
  const clock = await takeClock(page)
  const renewedBy = async (time: string) => {
    const renewing = nextRenewal()
    await clock.pass(time)
    const renewed = await renewing
    expect(renewed.status()).toBe(200)
    // Two tokens of one second are the same.
    await expect.poll(stored).toBe(Object(await renewed.json()).access_token)
  }
  await page.goto('/login')
  await loginPage(page).logIn(account)
  await expectFilled(page)
  const refresh = (await context.cookies(`${stack.url}/api/sessao/renovar`)).find(
    ({ name }) => name === 'atalaia_refresh',
  )
  expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/sessao' })

  // By the page's clock; the server's token would be good a while longer.
  for (let renewal = 0; renewal < 2; renewal++) {
    await renewedBy('09:05')
  }
  await analyticsPage(page).add('caixa@empresa.example')
  await expect(analyticsPage(page).row('caixa@empresa.example')).toBeVisible()

  // The page's clock is far ahead of the server's by now: what it finds stored has expired for it.
  await renewedBy('30:00')
  const renewed = nextRenewal()
  await page.reload()
  expect((await renewed).status()).toBe(200)
  await expect(analyticsPage(page).row('caixa@empresa.example')).toBeVisible()
  await expect(page).toHaveURL(analyticsPath)

  const other = await context.browser()?.newContext({ baseURL: stack.url })
  const elsewhere = await other?.newPage()
  if (!other || !elsewhere) throw new Error('no browser')
  await elsewhere.goto(`/login?next=${encodeURIComponent('/app/conta?parte=sessoes')}`)
  await loginPage(elsewhere).logIn(account)
  const sessions = elsewhere.getByRole('region', { name: 'Sessões' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(elsewhere, 'sessions')
  await sessions.getByRole('button', { name: /^Encerrar Chrome/ }).click()
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await other.close()
  await analyticsPage(page).add('outra@empresa.example')
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('Sua sessão não é mais válida. Entre novamente para continuar.')).toHaveCount(1)
  expect(await stored()).toBeNull()
})
