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
  const bundles = await page.evaluate(async () => {
    type Shared = { get(): Promise<() => unknown> }
    type Scope = Record<string, Record<string, Shared>>
    type Bundle = { readonly S: { readonly default?: Scope } }
    const scopes: (Scope | undefined)[] = []
    // A chunk without modules: webpack hands it the bundle's own parts.
    const take = (bundle: Bundle) => scopes.push(bundle.S.default)
    for (const name of Object.keys(globalThis).filter((key) => key.startsWith('webpackChunk')))
      Reflect.get(globalThis, name).push([[name], {}, take])
    const [first = {}] = scopes
    const names = Object.entries(first).map(([name, versions]) => ({ name, versions: Object.keys(versions) }))
    const factories = await Promise.all(
      scopes.map(async (scope) =>
        Object.values(scope?.['react'] ?? {})[0]
          ?.get()
          .then((factory) => factory()),
      ),
    )
    return {
      names,
      bundles: scopes.length,
      scopes: new Set(scopes).size,
      reacts: new Set(factories).size,
    }
  })
  // The shell and the two remotes.
  expect(bundles).toMatchObject({ bundles: 3, scopes: 1, reacts: 1 })
  expect(bundles.names.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@atalaia/react']),
  )
  for (const { name, versions } of bundles.names) expect(versions, name).toHaveLength(1)
})
