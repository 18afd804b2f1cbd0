import { defaultPublicConfig } from '@atalaia/contracts'
import { Writable } from 'node:stream'
import { loggerOptions } from '@atalaia/server'
import { createWorkspace, type Workspace } from '../../testing/workspace.ts'

let workspace: Workspace
beforeEach(async () => {
  workspace = await createWorkspace()
})
afterEach(() => workspace.remove())

// Rule: M-GATEWAY-1
test('pages cannot be framed, sniffed or asked for devices', async () => {
  const app = await workspace.gateway()
  const { headers } = await app.inject('/login')
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  })
  expect(headers['strict-transport-security']).toBeUndefined()
  await app.close()
})

// Rule: M-GATEWAY-2
test('production insists on https', async () => {
  const app = await workspace.gateway({ production: true })
  const { headers } = await app.inject('/login')
  expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
  await app.close()
})

test('an API on another origin may be called, and nothing else there', async () => {
  const publicConfig = { ...defaultPublicConfig, apiUrl: 'https://api.example:8443/api' }
  const app = await workspace.gateway({ publicConfig })
  const policy = String((await app.inject('/login')).headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' https://api.example:8443;")
  expect(policy.split('https://api.example')).toHaveLength(2)
  await app.close()
})

test.each([
  ['without a key nothing may be framed', {}, undefined],
  [
    "with a key of Google Maps its frame is allowed, and no script of Google's",
    { googleMapsKey: 'AIza-key' },
    'https://www.google.com/maps/embed/',
  ],
])('%s', async (_condition, config, frames) => {
  const app = await workspace.gateway({ publicConfig: { ...defaultPublicConfig, ...config } })
  const policy = String((await app.inject('/login')).headers['content-security-policy'])
  expect(/frame-src ([^;]+)/.exec(policy)?.[1]).toBe(frames)
  expect(policy).toContain("default-src 'none'")
  expect(/script-src ([^;]+)/.exec(policy)?.[1]).toMatch(/^'self'( 'sha256-[^ ]+'){2}$/)
  await app.close()
})

// Rule: M-RELEASE-13
test('a page names the policies of Trusted Types that the operator allows, after its own', async () => {
  const app = await workspace.gateway({ trustedTypes: ['vue', 'angular'] })
  const policy = String((await app.inject('/login')).headers['content-security-policy'])
  expect(policy).toMatch(/; trusted-types default highcharts 'allow-duplicates' vue angular$/)
  await app.close()
})

// Rule: M-PRIVACY-5
test('no query is ever logged', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const options = loggerOptions({ level: 'trace', service: 'gateway' })
  if (typeof options !== 'object') throw new Error('the log has no options')
  const app = await workspace.gateway({ logger: { ...options, stream }, apiUpstream: 'http://127.0.0.1:9' })
  for (const path of ['/app', '/login', '/nada.js', '/api/reports/1', '/shell/x.js'])
    await app.inject(`${path}?token=very-secret`)
  await app.close()
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.join('')).not.toContain('very-secret')
})

// Threat: T-EDGE-7
test.each(['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])(
  'metrics are not told through a proxy on this machine, which %s gives away',
  async (name) => {
    const app = await workspace.gateway()
    expect((await app.inject('/-/metrics')).statusCode).toBe(200)
    expect((await app.inject({ url: '/-/metrics', headers: { [name]: '203.0.113.7' } })).statusCode).toBe(404)
    await app.close()
  },
)

// Rule: M-GATEWAY-14
// Threat: T-EDGE-14
test.each(['/login', '/-/metrics', '/healthz', '/api/auth/me', '/shell/x.js'])(
  'a site whose name leads to this machine gets nothing of %s, and this machine’s own names do',
  async (url) => {
    const app = await workspace.gateway({ localOnly: true, publicOrigin: 'https://farol.example:8443' })
    const statusOf = async (host: string) => (await app.inject({ url, headers: { host } })).statusCode
    for (const host of ['evil.example:3000', 'localhost.evil.example', 'farol.example', 'evil.example:8443'])
      expect(await statusOf(host)).toBe(421)
    for (const host of ['localhost:3000', 'atalaia.localhost', '127.0.0.1:3000', '[::1]:3000', 'farol.example:8443'])
      expect(await statusOf(host)).not.toBe(421)
    for (const host of ['localhost:3000@evil.example', '127.0.0.1@evil.example', 'localhost:3000/@evil.example'])
      expect(await statusOf(host)).toBe(400)
    await app.close()
  },
)
