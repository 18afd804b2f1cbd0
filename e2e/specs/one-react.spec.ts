import { analyticsPage, analyticsPath } from '../pages/analytics-page.ts'
import { shell } from '../pages/shell.ts'
import { expect, test } from '../testing/test.ts'

/** Words that are in the one copy of a library, minified or not, and in nothing that only uses it. */
const marks = {
  react: 'react.transitional.element',
  'react-dom': 'https://react.dev/errors/',
  router: '__reactRouterVersion',
  redux: 'Expected the root reducer to be a function',
}

test('one React, one router and one store library are in the page, whatever remotes it has shown', async ({
  page,
  signIn,
}) => {
  await signIn()
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await page.goto(analyticsPath)
  await expect(analyticsPage(page).heading).toBeVisible()
  await page.goto('/app/profile')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await shell(page).logOut.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Usuário')).toBeVisible()

  const bodies = new Map<string, string>()
  for (const url of scripts) bodies.set(url, await (await fetch(url)).text())
  const copies = (mark: string) => [...bodies].filter(([, body]) => body.includes(mark)).map(([url]) => url)
  expect(copies(marks['react-dom']).length, 'react-dom').toBe(1)
  expect(copies(marks.router).length, copies(marks.router).join(' ')).toBe(1)
  for (const url of copies(marks.react)) expect(url).toContain('/shell/')
})

// Rule: M-REMOTE-9
test('each shared module has one version in the page, and all remotes use the same instance', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(analyticsPath)
  await expect(analyticsPage(page).heading).toBeVisible()
  const shared = await page.evaluate(() => {
    const federation = Object(Reflect.get(globalThis, '__FEDERATION__'))
    const versions: Record<string, string[]> = {}
    for (const instance of Reflect.get(federation, '__INSTANCES__') ?? []) {
      for (const [name, found] of Object.entries(instance.shareScopeMap?.default ?? {})) {
        versions[name] = [...new Set([...(versions[name] ?? []), ...Object.keys(Object(found))])]
      }
    }
    return versions
  })
  expect(Object.keys(shared)).toEqual(expect.arrayContaining(['react', 'react-dom', '@atalaia/react']))
  for (const [name, versions] of Object.entries(shared)) expect(versions, name).toHaveLength(1)
})
