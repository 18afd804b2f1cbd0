import type { Page } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { shell } from '../pages/shell.ts'
import { followKit } from '../testing/kit.ts'
import { expect, test } from '../testing/test.ts'

/** Text that a production build of a library has once, and that nothing else has. */
const MARKS = {
  react: 'takes an object of state variables',
  'react-dom': 'rendererPackageName:"react-dom"',
  router: '__reactRouterVersion',
  redux: 'Minified Redux error',
}

/** Shows pages of three remotes, two of them in one document. */
const visitRemotes = async (page: Page) => {
  await page.goto(analyticsPath)
  await expect(analyticsPage(page).heading).toBeVisible()
  await followKit(page, 'profile')
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()
}

test('one copy of React, of the router and of the store library is loaded, whatever remotes are shown', async ({
  page,
  signIn,
}) => {
  await signIn()
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await visitRemotes(page)
  await shell(page).logOut.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Usuário')).toBeVisible()

  const bodies = await Promise.all([...scripts].map(async (url) => ({ url, body: await (await fetch(url)).text() })))
  for (const [library, mark] of Object.entries(MARKS)) {
    const copies = bodies.flatMap(({ url, body }) =>
      body
        .split(mark)
        .slice(1)
        .map(() => new URL(url).pathname),
    )
    expect(copies, library).toEqual([expect.stringMatching(/^\/shell\//)])
  }
})

// Rule: M-REMOTE-9
test('each shared module has one version in the page, and all remotes get the same instance of it', async ({
  page,
  signIn,
}) => {
  await signIn()
  await visitRemotes(page)
  const shared = await page.evaluate(() => {
    type Offer = { readonly lib?: () => unknown }
    const federation = Object(Reflect.get(globalThis, '__FEDERATION__'))
    const offers: Record<string, { version: string; module: unknown }[]> = {}
    for (const instance of Reflect.get(federation, '__INSTANCES__') ?? []) {
      const scope: Record<string, Record<string, Offer>> = instance.shareScopeMap?.default ?? {}
      for (const [name, versions] of Object.entries(scope))
        for (const [version, offer] of Object.entries(versions))
          (offers[name] ??= []).push({ version, module: offer.lib?.() })
    }
    return Object.entries(offers).map(([name, all]) => ({
      name,
      versions: new Set(all.map(({ version }) => version)).size,
      instances: new Set(all.flatMap(({ module }) => module ?? [])).size,
      remotes: all.length,
    }))
  })
  const names = shared.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['react', 'react-dom', '@atalaia/react']))
  for (const { name, versions, instances, remotes } of shared) {
    expect(versions, name).toBe(1)
    expect(instances, name).toBeLessThanOrEqual(1)
    expect(remotes, name).toBeGreaterThan(1)
  }
  expect(shared.find(({ name }) => name === 'react')?.instances).toBe(1)
})
