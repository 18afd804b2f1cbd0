import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceDescriptorSchema } from './descriptor.ts'
import { DESCRIPTOR_FILE } from './addresses.ts'
import { ENTRANCE_ROUTES, HOME_ALIASES, HOME_ROUTE, isAppPath, PRODUCT_ROUTES, redirectOf } from './product-routes.ts'

const workspace = join(__dirname, '../../..')
const routes = readdirSync(workspace)
  .filter((folder) => folder.startsWith('mfe-'))
  .map((folder) => readFileSync(join(workspace, folder, DESCRIPTOR_FILE), 'utf8'))
  .flatMap((text) => sourceDescriptorSchema.parse(JSON.parse(text)).routes)

test.each(Object.values(PRODUCT_ROUTES))(
  '%s is the route of one remote, with the access that its place asks for',
  (path) => {
    expect(routes.filter((route) => route.path === path).map(({ access }) => access)).toEqual([
      isAppPath(path) ? 'session' : 'public',
    ])
  },
)

test('the landing page links to no other page than these', () => {
  const sources = readdirSync(join(workspace, 'mfe-landing/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
    .map((path) => readFileSync(join(workspace, 'mfe-landing/src', path), 'utf8'))
  const links = sources.flatMap((text) => [...text.matchAll(/href="(\/[^"#]*)"/g)].map(([, path]) => path))
  expect(links.length).toBeGreaterThan(0)
  expect(Object.values(PRODUCT_ROUTES)).toEqual(expect.arrayContaining(links))
})

test.each(HOME_ALIASES)('%s is an alias, and the route of no remote', (path) => {
  expect(isAppPath(path)).toBe(true)
  expect(routes.some((route) => route.path === path)).toBe(false)
})

test.each(['/apps', '/login', '/'])('%s is outside the area that needs a session', (path) =>
  expect(isAppPath(path)).toBe(false),
)

test('without a session a page that needs one redirects to the login, and every public page is shown', () => {
  expect(redirectOf({ path: HOME_ROUTE, access: 'session', signedIn: false })).toBe('login')
  for (const path of ENTRANCE_ROUTES) expect(redirectOf({ path, access: 'public', signedIn: false })).toBeUndefined()
})

test('with a session an entrance redirects home, and every other page is shown', () => {
  for (const path of ENTRANCE_ROUTES) expect(redirectOf({ path, access: 'public', signedIn: true })).toBe('home')
  expect(redirectOf({ path: HOME_ROUTE, access: 'session', signedIn: true })).toBeUndefined()
  expect(redirectOf({ path: '/sobre', access: 'public', signedIn: true })).toBeUndefined()
})
