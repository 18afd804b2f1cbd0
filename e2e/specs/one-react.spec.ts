import type { Page } from '@playwright/test'
import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { shell } from '../pages/shell.ts'
import { followKit } from '../testing/kit.ts'
import { writeReactRemote } from '../testing/made-remotes.ts'
import { createAccount } from '../testing/account.ts'
import { expect, test } from '../testing/test.ts'

const MARKS = {
  react: 'takes an object of state variables',
  'react-dom': 'rendererPackageName:"react-dom"',
  router: '__reactRouterVersion',
  redux: 'Minified Redux error',
}

const visitRemotes = async (page: Page) => {
  await page.goto(analyticsPath)
  await expect(analyticsPage(page).heading).toBeVisible()
  await followKit(page, 'profile')
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()
}

test('one copy of React, of the router and of the store library is loaded, whatever remotes are shown', async ({
  page,
  signIn,
  stack,
}) => {
  // It logs out.
  await signIn({ token: (await createAccount(stack.url)).token })
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

// Rule: M-REMOTE-14
test('remotes that take React in a union run beside one that brings its own, and only the one that is too old shows a panel', async ({
  page,
  signIn,
  startOwnGateway,
  consoleGuard,
}, testInfo) => {
  const remotes = await Promise.all([
    writeReactRemote(testInfo.outputPath(), { name: 'mfe-union', takes: '^18.0.0 || ^19.0.0' }),
    writeReactRemote(testInfo.outputPath(), { name: 'mfe-own', takes: undefined }),
    writeReactRemote(testInfo.outputPath(), { name: 'mfe-old', takes: '^18.0.0' }),
  ])
  const gateway = await startOwnGateway({ remotes })
  await signIn({ origin: gateway.url })
  await page.goto(`${gateway.url}/app/mfe-union`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2, name: /^React 19\..* da página$/ })).toBeVisible()
  await shell(page).link('Abrir mfe-own').click()
  await expect(main.getByRole('heading', { level: 2, name: /^React 18\..* própria$/ })).toBeVisible()
  await shell(page).link('Abrir mfe-union').click()
  await expect(main.getByRole('heading', { level: 2, name: /^React 19\..* da página$/ })).toBeVisible()
  expect(consoleGuard.messages).toEqual([])
  consoleGuard.allow(/mfe-old 1\.0\.0: shared modules: react \^18\.0\.0 wanted/, 'it lags')
  await shell(page).link('Abrir mfe-old').click()
  await expect(main.getByRole('alert')).toBeVisible()
})
