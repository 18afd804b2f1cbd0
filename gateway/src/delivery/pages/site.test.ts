import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createWorkspace, type Workspace } from '../../../testing/workspace.ts'

let workspace: Workspace
beforeEach(async () => {
  workspace = await createWorkspace()
})
afterEach(() => workspace.remove())

// Rule: M-GATEWAY-7
test('robots.txt keeps crawlers out of the dashboard and names the sitemap', async () => {
  const app = await workspace.gateway({ publicOrigin: 'https://atalaia.example' })
  const { body } = await app.inject('/robots.txt')
  expect(body).toContain('Disallow: /app\n')
  expect(body).toContain('Sitemap: https://atalaia.example/sitemap.xml')
  await app.close()
})

test('whoever asks for /favicon.ico is led to the icon of the shell, or gets nothing when it has none', async () => {
  const app = await workspace.gateway()
  const { headers } = await app.inject('/favicon.ico')
  expect((await app.inject(String(headers.location))).headers['content-type']).toBe('image/svg+xml')
  await rm(join(workspace.shellDir, 'shell.json'))
  expect((await app.inject('/favicon.ico')).statusCode).toBe(204)
  await app.close()
})

// Rule: M-GATEWAY-18
test('a page names a manifest with the brand, whose icons are there', async () => {
  const app = await workspace.gateway()
  const { body } = await app.inject('/login')
  const [, address = ''] = /<link rel="manifest" href="([^"]+)">/.exec(body) ?? []
  const { headers, json } = await app.inject(address)
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(json()).toMatchObject({ name: 'Atalaia', display: 'standalone', start_url: '/app/main/analytics', scope: '/' })
  const icons: { src: string }[] = json().icons
  const [, apple = ''] = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(body) ?? []
  for (const src of [...icons.map((icon) => icon.src), apple])
    expect((await app.inject(src)).headers['content-type']).toBe('image/png')
  const again = await app.inject({ url: address, headers: { 'if-none-match': String(headers.etag) } })
  expect(again.statusCode).toBe(304)
  await app.close()
})

// Rule: M-GATEWAY-7
test('the sitemap has the public pages and no other', async () => {
  const app = await workspace.gateway({ publicOrigin: 'https://atalaia.example' })
  const { body, headers } = await app.inject('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://atalaia.example/',
    'https://atalaia.example/login',
  ])
  await app.close()
})

// Rule: M-GATEWAY-7
test('a page that keeps search engines out is not in the sitemap', async () => {
  const head = '<meta name="robots" content="noindex, nofollow">'
  await workspace.write({ 'mfe-landing/dist/prerender/landing.head.html': head })
  const app = await workspace.gateway({ publicOrigin: 'https://atalaia.example' })
  const { body } = await app.inject('/sitemap.xml')
  expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://atalaia.example/login',
  ])
  await app.close()
})
