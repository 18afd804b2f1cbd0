import { analyticsPath } from '../pages/analytics-page.ts'
import { fixtureFolder, fixtureVariant } from '../testing/remote-variant.ts'
import { expect, test } from '../testing/test.ts'

// Rule: M-BUS-3
test('a remote whose descriptor does not ask for the token is never handed it', async ({
  page,
  startOwnGateway,
  signIn,
  account,
  consoleGuard,
}) => {
  consoleGuard.allow(/401/, 'its calls go out without the token')
  const gateway = await startOwnGateway({ remotes: [fixtureFolder] })
  const headers: string[] = []
  page.on('request', (request) => {
    // The remote's own call; the shell asks for notices with the session's token.
    if (request.url().endsWith('/api/emails')) headers.push(JSON.stringify(request.headers()))
  })
  await signIn({ origin: gateway.url })
  await page.goto(`${gateway.url}/app/fixture/facts`)
  const facts = page.getByRole('note', { name: 'Sessão' })
  await expect(facts).toContainText('"status":"active"')
  await expect(facts).not.toContainText(account.token)
  await expect(page.getByRole('main').getByRole('status')).toContainText('401')
  expect(headers).toHaveLength(1)
  expect(headers.join()).not.toContain('authorization')
})

// Rule: M-BUS-4
test('the same build gets the token when its descriptor asks for it', async ({
  page,
  startOwnGateway,
  signIn,
  account,
}) => {
  const trusted = await fixtureVariant({ edit: (descriptor) => ({ ...descriptor, token: true }) })
  const gateway = await startOwnGateway({ remotes: [trusted.folder] })
  await signIn({ origin: gateway.url })
  await page.goto(`${gateway.url}/app/fixture/facts`)
  await expect(page.getByRole('note', { name: 'Sessão' })).toContainText(account.token)
  await expect(page.getByRole('main').getByRole('status')).toHaveText('ok')
  await trusted.remove()
})

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

// Rule: M-BUS-7
test('the descriptors of the landing page and of the kit do not ask for the token', async ({ page }) => {
  await page.goto('/login')
  const release: unknown = JSON.parse((await page.locator('#atalaia-release').textContent()) ?? '')
  const asks: Record<string, boolean> = {}
  for (const { descriptor } of Object(release).remotes) asks[descriptor.name] = descriptor.token
  expect(asks).toEqual({
    'mfe-analytics': true,
    'mfe-auth': true,
    'mfe-landing': false,
    'mfe-template-kit': false,
  })
})
