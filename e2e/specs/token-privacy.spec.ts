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
  page.on('request', (request) => headers.push(JSON.stringify(request.headers())))
  await signIn({ origin: gateway.url })
  await page.goto(`${gateway.url}/app/fixture/facts`)
  const facts = page.getByRole('note', { name: 'Sessão' })
  await expect(facts).toContainText('"status":"active"')
  await expect(facts).not.toContainText(account.token)
  await expect(page.getByRole('main').getByRole('status')).toContainText('401')
  expect(headers.join()).not.toContain(account.token)
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
