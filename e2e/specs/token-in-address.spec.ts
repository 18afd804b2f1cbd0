import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { expectAccessible } from '../testing/axe.ts'
import { secondsFromNow, unsignedToken } from '../testing/tokens.ts'
import { expect, test } from '../testing/test.ts'

// Rule: P-SESSION-5, P-SESSION-6
test('a token in the address becomes the session, and is seen by the page and its boot script alone @everyday', async ({
  page,
  account,
}) => {
  const requests: { url: string; referer: string }[] = []
  page.on('request', (request) => requests.push({ url: request.url(), referer: request.headers()['referer'] ?? '' }))
  await page.goto('/login')
  await expect(loginPage(page).heading).toBeVisible()

  await page.goto(`/?token=${account.token}`)
  await expect(page).toHaveURL(analyticsPath)
  await expect(analyticsPage(page).heading).toBeVisible()
  // What the page before still loaded in its idle time is not of this visit.
  requests.splice(
    0,
    requests.findIndex(({ url }) => url.includes('token=')),
  )

  const offered = requests.findIndex(({ url }) => url.includes('token='))
  const clean = requests.findIndex(({ url }, index) => index > offered && !url.includes('token=') && url.endsWith('/'))
  // The page before may still ask for something of its own.
  const own = requests.slice(offered, clean).filter(({ referer }) => !referer.endsWith('/login'))
  const before = own.map(({ url }) => new URL(url).pathname)
  expect(before.filter((path) => path !== '/').length, `loaded before: ${before.join(' ')}`).toBeLessThanOrEqual(1)
  expect(before.filter((path) => path !== '/').every((path) => path.includes('boot'))).toBe(true)
  expect(requests.filter(({ referer }) => referer.includes('token='))).toEqual([])
  expect(requests.slice(clean).filter(({ url }) => url.includes(account.token))).toEqual([])

  await page.goBack()
  expect(page.url()).not.toContain('token')
  const left = await page.evaluate(() => JSON.stringify({ ...sessionStorage }) + document.referrer)
  expect(left).not.toContain(account.token)
})

test('an address inside /app with a token stays there, its other parameters kept', async ({ page, account }) => {
  await page.goto(`/app/tables/dynamic?pagina=2&token=${account.token}#linhas`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/app/tables/dynamic?pagina=2#linhas')
})

// Rule: P-ACCESS-1
// Threat: T-CONSENT-4
test('the question about another session reads well on a phone, and Escape keeps the session', async ({
  page,
  account,
  signIn,
}, testInfo) => {
  const question = page.getByRole('dialog', { name: 'Trocar de sessão?' })
  await signIn()
  await page.setViewportSize({ width: 390, height: 800 })
  const forged = unsignedToken({ sub: account.email, exp: secondsFromNow(3600) })
  await page.goto(`${analyticsPath}?token=${forged}`)
  await expect(question).toContainText(`sessão de ${account.email}`)
  expect(page.url()).not.toContain('token=')
  await expectAccessible(page, 'the question')
  await page.screenshot({ path: testInfo.outputPath('question.png') })
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(account.token)
})
