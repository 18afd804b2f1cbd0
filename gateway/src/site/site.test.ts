import { createWorkspace, type Workspace } from '../test-support/workspace.ts'

let workspace: Workspace
beforeEach(async () => {
  workspace = await createWorkspace()
})
afterEach(() => workspace.remove())

test('robots.txt keeps crawlers out of the dashboard and names the sitemap', async () => {
  const app = await workspace.gateway({ publicOrigin: 'https://atalaia.example' })
  const { body } = await app.inject('/robots.txt')
  expect(body).toContain('Disallow: /app\n')
  expect(body).toContain('Sitemap: https://atalaia.example/sitemap.xml')
  await app.close()
})

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
