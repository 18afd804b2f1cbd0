import { createServer } from 'node:http'
import { once } from 'node:events'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, databases, releaseOf } from '../../testing/published.ts'
import { makeOverrideKey } from './overrides.ts'

jest.setTimeout(180_000)

const serve = async () => {
  const { descriptor } = createBuild('mfe-novo', '9.9.9')
  const server = createServer((_request, response) => response.end(JSON.stringify(descriptor)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0] ?? ''

// Rule: M-OVERRIDE-1
test('an override is kept for the browser, leads to the clean address, and is in release and policy until reset', async () => {
  const stage = await createPublished(await databases[0][1]())
  const { url, close } = await serve()
  const asked = await stage.app.inject(`/login?remote=mfe-novo@${url}&a=1`)
  expect([asked.statusCode, asked.headers.location]).toEqual([303, '/login?a=1'])
  const cookie = cookieOf(asked.headers)
  const page = await stage.app.inject({ url: '/login', headers: { cookie } })
  const release = releaseOf(page.body)
  expect(release.remotes.find(({ descriptor }) => descriptor.name === 'mfe-novo')).toMatchObject({
    override: url,
    descriptor: { version: '9.9.9' },
  })
  expect(release.developer).toBe(true)
  expect(page.headers['content-security-policy']).toContain(`script-src 'self' ${url}`)
  expect(releaseOf((await stage.app.inject('/login')).body).remotes.some(({ override }) => override)).toBe(false)
  const reset = await stage.app.inject({ method: 'POST', url: '/-/overrides/reset', headers: { cookie } })
  expect([reset.statusCode, reset.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')])
  close()
  await stage.close()
})

// Rule: M-OVERRIDE-2
test('in production only a signed link that has not ended overrides, and only what it names', async () => {
  const stage = await createPublished(await databases[0][1](), { production: true, overridable: false })
  const { url, close } = await serve()
  const { signingSecret: secret } = stage.registry
  const ask = (key?: string, remote = 'mfe-novo') =>
    stage.app.inject(`/login?remote=${remote}@${url}${key === undefined ? '' : `&override-key=${key}`}`)
  const override = { remote: 'mfe-novo', url }
  const key = makeOverrideKey(override, Date.now() + 60_000, secret)
  expect((await ask()).statusCode).toBe(403)
  expect((await ask(key.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')))).statusCode).toBe(403)
  expect((await ask(makeOverrideKey(override, Date.now() - 1, secret))).statusCode).toBe(403)
  expect((await ask(key, 'mfe-auth')).statusCode).toBe(403)
  const taken = await ask(key)
  expect(taken.statusCode).toBe(303)
  const page = await stage.app.inject({ url: '/login', headers: { cookie: cookieOf(taken.headers) } })
  expect(releaseOf(page.body)).toMatchObject({ developer: true, overridesUntil: expect.stringMatching(/^\d{4}-/) })
  expect(releaseOf((await stage.app.inject('/login')).body).developer).toBe(false)
  close()
  await stage.close()
})
