import { createSecretKey } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, openTestDatabase, releaseOf } from '../../testing/published.ts'
import { makeOverrideKey, parseOverride, signGrant } from './overrides.ts'

type Options = Parameters<typeof createPublished>[1]

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

const createStage = async (options?: Options) => {
  const stage = await createPublished(await openTestDatabase(), options)
  opened.push(stage)
  const { descriptor } = createBuild('mfe-novo', '9.9.9')
  const requests: string[] = []
  const foreign = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end(JSON.stringify(descriptor))
  })
  opened.push({ close: async () => void foreign.close() })
  foreign.listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  const address = foreign.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const override = { remote: 'mfe-novo', url }

  const openBrowser = () => {
    const jar = new Map<string, string>()
    const send = async (request: { method: 'GET' | 'POST'; url: string; payload?: string; headers?: object }) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const form = request.payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await stage.app.inject({ ...request, headers: { cookie, ...form, ...request.headers } })
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0) jar.delete(name)
        else jar.set(name, value)
      }
      return answer
    }
    const get = (path: string) => send({ method: 'GET', url: path })
    const answer = (page: string, value: 'usar' | 'sem', headers: object = {}) => {
      const [, field = ''] = /name="pergunta" value="([^"]*)"/.exec(page) ?? []
      const payload = new URLSearchParams({ pergunta: field, resposta: value }).toString()
      return send({ method: 'POST', url: '/-/overrides/answer', payload, headers })
    }
    const overridesOf = async (path = '/login') =>
      releaseOf((await get(path)).body).remotes.filter(({ override: from }) => from !== undefined)
    return { jar, get, answer, overridesOf, signIn: () => jar.set('token', '1') }
  }
  const keyOf = (until = Date.now() + 60_000) => makeOverrideKey(override, until, stage.registry.signingSecret)
  return {
    ...stage,
    url,
    override,
    requests,
    openBrowser,
    keyOf,
    link: (key?: string, remote = 'mfe-novo') =>
      `/login?remote=${remote}@${url}&a=1${key === undefined ? '' : `&override-key=${key}`}`,
  }
}

// Rule: M-OVERRIDE-7
// Threat: T-CONSENT-1, T-PAGE-1
test('a page asks before it gets foreign code: without a yes nothing is kept, and nothing is fetched from there', async () => {
  const stage = await createStage()
  const browser = stage.openBrowser()
  const asked = await browser.get(stage.link())
  expect([asked.statusCode, asked.headers['set-cookie']]).toEqual([200, expect.stringContaining('SameSite=Strict')])
  expect(asked.body).toContain(`<strong>mfe-novo</strong>, de <code>${stage.url}</code>`)
  expect(asked.body).toContain('Até você restaurar.')
  expect(asked.body).not.toMatch(/<script|\son\w+=/)
  expect(asked.headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
  expect(asked.headers['content-security-policy']).toContain(
    "require-trusted-types-for 'script'; trusted-types 'none';",
  )
  expect(asked.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' })
  expect(await browser.overridesOf()).toEqual([])
  const declined = await browser.answer((await browser.get(stage.link())).body, 'sem')
  expect([declined.statusCode, declined.headers.location]).toEqual([303, '/login?a=1'])
  expect(await browser.overridesOf()).toEqual([])
  expect(stage.requests).toEqual([])
})

// Rule: M-OVERRIDE-1, M-OVERRIDE-7
test('an override that was agreed to leads to the clean address, and is in release and policy until reset', async () => {
  const stage = await createStage()
  const browser = stage.openBrowser()
  const taken = await browser.answer((await browser.get(stage.link())).body, 'usar')
  expect([taken.statusCode, taken.headers.location]).toEqual([303, '/login?a=1'])
  const page = await browser.get('/login')
  const release = releaseOf(page.body)
  expect(release.remotes.find(({ descriptor }) => descriptor.name === 'mfe-novo')).toMatchObject({
    override: stage.url,
    descriptor: { version: '9.9.9' },
  })
  expect(release.developer).toBe(true)
  expect(page.headers['content-security-policy']).toContain(`script-src 'self' ${stage.url}`)
  expect(await stage.openBrowser().overridesOf()).toEqual([])
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const reset = await stage.app.inject({ method: 'POST', url: '/-/overrides/reset', headers: { cookie } })
  expect([reset.statusCode, reset.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')])
})

// Threat: T-CONSENT-8
test.each<[Record<string, string>]>([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'https://evil.example' }],
  [{ origin: 'null' }],
])(
  'a form of another site (%j) ends no override; one that says nothing, or a page of this one, does',
  async (headers) => {
    const stage = await createStage()
    const reset = (more: Record<string, string>) =>
      stage.app.inject({ method: 'POST', url: '/-/overrides/reset', headers: { host: 'atalaia.example', ...more } })
    const forged = await reset({ 'content-type': 'text/plain', ...headers })
    expect([forged.statusCode, forged.headers['set-cookie']]).toEqual([403, undefined])
    const own: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'http://atalaia.example' },
    ]
    for (const mine of own) expect((await reset(mine)).statusCode).toBe(204)
  },
)

const refused = async (answer: Promise<{ statusCode: number }>) => expect((await answer).statusCode).toBe(403)

// Threat: T-CONSENT-2
test('a yes counts once, in the browser that was asked, from the gateway’s own page, for 10 minutes', async () => {
  const stage = await createStage()
  const [attacker, victim] = [stage.openBrowser(), stage.openBrowser()]
  const { body } = await attacker.get(stage.link())
  await refused(victim.answer(body, 'usar'))
  await victim.get(stage.link())
  await refused(victim.answer(body, 'usar'))
  const own = (await victim.get(stage.link())).body
  await refused(victim.answer(own, 'usar', { 'sec-fetch-site': 'cross-site' }))
  await refused(victim.answer(own, 'usar', { 'sec-fetch-site': 'same-site' }))
  await refused(victim.answer(own.replace(/value="[^"]{8}/, 'value="AAAAAAAA'), 'usar'))
  const late = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000)
  await refused(victim.answer(own, 'usar'))
  late.mockRestore()
  expect(await victim.overridesOf()).toEqual([])
  expect((await victim.answer(own, 'usar', { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303)
  await refused(victim.answer(own, 'usar'))
  expect(await victim.overridesOf()).toHaveLength(1)
})

// Rule: M-OVERRIDE-8
// Threat: T-CONSENT-3
test('a yes without a session is asked for again once there is one, and foreign code is in no page before it', async () => {
  const stage = await createStage()
  const browser = stage.openBrowser()
  const first = (await browser.get(stage.link())).body
  expect(first).toContain('perguntaremos de novo')
  await browser.answer(first, 'usar')
  expect(await browser.overridesOf()).toMatchObject([{ trusted: false }])
  browser.signIn()
  const again = await browser.get('/app/x?b=2')
  expect(again.body).toContain('Há uma sessão ativa neste navegador.')
  expect(again.body).not.toContain('atalaia-release')
  expect((await browser.answer(again.body, 'usar')).headers.location).toBe('/app/x?b=2')
  expect(await browser.overridesOf()).toMatchObject([{ trusted: true }])
})

// Threat: T-CONSENT-6
test.each(['//evil.example/', '/.//evil.example/x', String.raw`/\evil.example/`])(
  'the question that a session brings leads back to this origin, also from %s',
  async (path) => {
    const stage = await createStage()
    const browser = stage.openBrowser()
    await browser.answer((await browser.get(stage.link())).body, 'usar')
    browser.signIn()
    const { headers } = await browser.answer((await browser.get(path)).body, 'sem')
    expect(new URL(headers.location ?? '', 'http://page').origin).toBe('http://page')
  },
)

// Rule: M-OVERRIDE-8
test('a no with a session ends overrides that were agreed to without one', async () => {
  const stage = await createStage()
  const browser = stage.openBrowser()
  await browser.answer((await browser.get(stage.link())).body, 'usar')
  browser.signIn()
  await browser.answer((await browser.get('/login')).body, 'sem')
  expect(await browser.overridesOf()).toEqual([])
  browser.jar.delete('token')
  expect(await browser.overridesOf()).toEqual([])
})

// Rule: M-OVERRIDE-2
// Threat: T-CONSENT-1
test('where overrides are not open, only a signed link that has not ended overrides, and only what it names', async () => {
  const stage = await createStage({ overridable: false })
  const browser = stage.openBrowser()
  const statusOf = async (key?: string, remote?: string) => (await browser.get(stage.link(key, remote))).statusCode
  const key = stage.keyOf()
  expect(await statusOf()).toBe(403)
  expect(await statusOf(key.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')))).toBe(403)
  expect(await statusOf(stage.keyOf(Date.now() - 1))).toBe(403)
  expect(await statusOf(key, 'mfe-auth')).toBe(403)
  const byName = async (name: string, port = new URL(stage.url).port) =>
    (await browser.get(`/login?remote=mfe-novo@http://${name}:${port}&override-key=${key}`)).statusCode
  // The names of the browser's own machine are one; another name, another port and another scheme are not.
  expect([await byName('localhost'), await byName('[::1]')]).toEqual([200, 200])
  expect([await byName('127.0.0.2'), await byName('localhost.example'), await byName('localhost', '1')]).toEqual([
    403, 403, 403,
  ])
  const asked = await browser.get(stage.link(key))
  expect(asked.body).toMatch(/<p>Até \d\d\/\d\d\/\d{4}, \d\d:\d\d\.<\/p>/)
  await browser.answer(asked.body, 'usar')
  const page = await browser.get('/login')
  expect(releaseOf(page.body)).toMatchObject({ developer: true, overridesUntil: expect.stringMatching(/^\d{4}-/) })
  const ended = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
  expect(await browser.overridesOf()).toEqual([])
  ended.mockRestore()
})

// Rule: M-OVERRIDE-9
// Threat: T-EDGE-10
test.each([
  ['is not asked where this machine is not allowed', [], '0.0.0', 0],
  ['is asked where its origin is listed', ['http://127.0.0.1:*'], '9.9.9', 1],
])('in production an address of this machine %s', async (_what, origins, version, count) => {
  const stage = await createStage({ production: true, overrideAddresses: { origins, local: false } })
  const browser = stage.openBrowser()
  await browser.answer((await browser.get(stage.link())).body, 'usar')
  expect(await browser.overridesOf()).toMatchObject([{ override: stage.url, descriptor: { version } }])
  expect(stage.requests).toHaveLength(count)
  // A page that only the override may have is the shell's to find (M-OVERRIDE-10), in this browser alone.
  const statusIn = async (someone: typeof browser) => (await someone.get('/app/nova')).statusCode
  expect([await statusIn(browser), await statusIn(stage.openBrowser())]).toEqual([200, 404])
})

// Threat: T-EDGE-10
test('a browser has at most twenty overrides, in one address and in all', async () => {
  const stage = await createStage()
  const browser = stage.openBrowser()
  const asking = (from: number, count: number) =>
    `/login?${Array.from({ length: count }, (_, at) => `remote=mfe-n${from + at}@${stage.url}`).join('&')}`
  expect((await browser.get(asking(0, 21))).statusCode).toBe(400)
  await browser.answer((await browser.get(asking(0, 20))).body, 'usar')
  expect(await browser.overridesOf()).toHaveLength(20)
  expect((await browser.get(asking(20, 1))).statusCode).toBe(400)
  expect((await browser.get(asking(19, 1))).statusCode).toBe(200)
})

// Threat: T-CONSENT-7
test('over https a yes, and the question, are kept in cookies that no other host of the domain can set', async () => {
  const stage = await createStage({ trustProxy: 1 })
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' }
  const open = (cookie: string) => stage.app.inject({ url: '/login', headers: { ...https, cookie } })
  const asked = await stage.app.inject({ url: stage.link(), headers: https })
  expect(asked.cookies).toMatchObject([{ name: '__Host-atalaia_question', path: '/', secure: true }])
  expect(asked.cookies[0]).not.toHaveProperty('domain')
  const grant = signGrant({ overrides: [stage.override], session: true }, stage.registry.signingSecret)
  const overriddenIn = async (cookie: string) =>
    releaseOf((await open(cookie)).body).remotes.filter(({ override }) => override !== undefined)
  expect(await overriddenIn(`atalaia_overrides=${grant}`)).toEqual([])
  expect(await overriddenIn(`__Host-atalaia_overrides=${grant}`)).toHaveLength(1)
})

test('a cookie that no answer made is no grant', async () => {
  const stage = await createStage()
  const browser = stage.openBrowser()
  const grant = { overrides: [stage.override], session: true }
  browser.jar.set('atalaia_overrides', signGrant(grant, createSecretKey('another secret', 'utf8')))
  expect(await browser.overridesOf()).toEqual([])
  browser.jar.set('atalaia_overrides', stage.keyOf())
  expect(await browser.overridesOf()).toEqual([])
})

test('a token leaves the address before the question is asked', async () => {
  const stage = await createStage()
  const page = await stage.openBrowser().get(`${stage.link()}&token=abc`)
  expect(page.body).not.toContain('pergunta')
  expect(page.body).toContain('<script>document.body.className')
})

test.each([
  ['mfe-novo@http://127.0.0.1:4102/', { remote: 'mfe-novo', url: 'http://127.0.0.1:4102' }],
  ['mfe-novo@HTTPS://Exemplo.COM/a/', { remote: 'mfe-novo', url: 'https://exemplo.com/a' }],
  ['mfe-novo@http://atalaia.example@mal.example', undefined],
  ['mfe-novo@https://mal.example/?x=atalaia.example', undefined],
  ['mfe-novo@https://mal.example/#atalaia.example', undefined],
  ['mfe-novo@javascript:alert(1)', undefined],
  ['mfe-novo', undefined],
])('%s is read as %j', (text, override) => {
  expect(parseOverride(text)).toEqual(override)
})
