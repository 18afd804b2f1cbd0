import { analyticsPath } from '../pages/analytics-page.ts'
import { expect, test } from '../testing/test.ts'

// Rule: M-TOKEN-2, M-TOKEN-4
// Threat: T-ACCOUNT-40
test('the dashboard calls with a token of its own, which opens its numbers and no account', async ({
  page,
  signIn,
  account,
  stack,
}) => {
  await signIn()
  const call = page.waitForRequest(/\/api\/enderecos\?/)
  await page.goto(`${analyticsPath}/enderecos`)
  const { authorization = '' } = await (await call).allHeaders()
  expect(authorization).not.toContain(account.token)
  const [, payload = ''] = authorization.split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    aud: 'mfe-analytics',
    scope: 'dashboard',
  })
  const status = async (path: string, by = authorization) =>
    (await fetch(`${stack.url}/api${path}`, { headers: { authorization: by } })).status
  expect([await status('/emails'), await status('/conta'), await status('/organizacao')]).toEqual([200, 403, 403])
  expect(await status('/conta', `Bearer ${account.token}`)).toBe(200)
})
