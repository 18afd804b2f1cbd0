import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Database, sql } from '@atalaia/database'
import { array, object, string } from 'zod/mini'
import { createCommandRun, misuseOf } from '../../../testing/command-line.ts'
import { onPostgres } from '../../../testing/each-database.ts'
import { callHibp, createKeyCalls, type HibpCall } from '../../../testing/hibp.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { addKeyCommands } from '../../accounts/api-keys/key-commands.ts'
import { importCatalogue } from '../../leaks/importing/catalogue.ts'

const entry = (name: string, more: object = {}) => ({
  Name: name,
  Title: `A ${name}`,
  Domain: `${name.toLowerCase()}.example`,
  BreachDate: '2024-03-01',
  AddedDate: '2024-05-02T03:04:05Z',
  ModifiedDate: '2024-05-03T03:04:05Z',
  PwnCount: 1000,
  Description: 'In <a href="https://x.example">March</a> &amp; April.',
  LogoPath: 'https://logos.example/Loja.png',
  Attribution: null,
  DataClasses: ['Email addresses', 'IP addresses', 'MAC addresses', 'Passwords'],
  IsVerified: true,
  IsFabricated: false,
  IsSensitive: false,
  IsRetired: false,
  IsSpamList: false,
  IsMalware: false,
  IsSubscriptionFree: false,
  IsStealerLog: false,
  ...more,
})
const LOJA = entry('Loja')
const BOATO = entry('Boato', {
  IsVerified: false,
  AddedDate: '2025-01-01T00:00:00Z',
  ModifiedDate: '2025-01-01T00:00:00Z',
})
const SEGREDO = entry('Segredo', { IsSensitive: true, IsSpamList: true })
const VELHA = entry('Velha', { IsRetired: true, DataClasses: ['Email addresses', 'Autofill data'] })
const LOGS = entry('Logs', { IsStealerLog: true, IsMalware: true, Domain: '' })

const digits = (address: string) => hash('sha1', address).toUpperCase()
const names = (...all: string[]) => ({ value: all.map((Name) => ({ Name })) })

const createWorld = async (database: Database, options = {}) => {
  const api = await createTestApi(database, options)
  const [ana, rui] = [await api.tokenOf('ana@acme.com'), await api.tokenOf('rui@rival.com')]
  await importCatalogue(database, [LOJA, BOATO, SEGREDO, VELHA, LOGS])
  for (const source of ['Loja', 'Boato', 'Segredo', 'Velha'])
    await api.importText(source, 'caixa@acme.com:um\nrh@acme.com:dois\nchefe@rival.com:tres\nninguem@acme.com:x')
  await api.importText(
    'Logs',
    'https://login.shop.com.br/in:caixa@acme.com:um\nhttps://www.bank.example:caixa@acme.com:um\n' +
      'https://shop.com.br:chefe@rival.com:dois\nhttps://login.shop.com.br/in:fora@gmail.com:x',
  )
  await api.importText('só nossa', 'caixa@acme.com')
  for (const address of ['caixa@acme.com', 'rh@acme.com', 'limpo@sub.acme.com']) await api.add(address, ana)
  for (const address of ['chefe@rival.com', 'rh@acme.com']) await api.add(address, rui)
  const calls = createKeyCalls(api)
  return { api, ...calls, key: (await calls.makeKey('ana@acme.com')).key }
}

onPostgres((database) => {
  // Rule: M-HIBP-1
  test('a local part that JavaScript has a meaning for is told as any other', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.importText('forum', '__proto__@acme.com:um\nconstructor@acme.com:um')
    for (const address of ['__proto__@acme.com', 'constructor@acme.com']) await api.add(address, token)
    const { makeKey, ask } = createKeyCalls(api)
    const { key } = await makeKey('ana@acme.com')
    const { headers, body } = await ask('/breacheddomain/acme.com', key)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).toBe('{"__proto__":["forum"],"constructor":["forum"]}')
  })

  // Rule: M-HIBP-1, M-HIBP-2, M-HIBP-3
  test('the npm package hibp reads what the organisation monitors, and each error as the original gives it', async () => {
    const { api, key, makeKey } = await createWorld(database(), { keyCallsPerMinute: 18 })
    const baseUrl = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/api/hibp/v3`
    const at = { baseUrl, userAgent: 'SIEM 1' }
    const own = { ...at, apiKey: key }
    const { key: limited } = await makeKey('ana@acme.com', 'hibp:read address:rh@acme.com')
    const forbidden = { error: 'Error', message: 'Forbidden - access denied.' }
    const table: readonly (readonly [HibpCall, object])[] = [
      [['breachedAccount', ' CAIXA@acme.com ', own], names('Boato', 'Logs', 'Loja', 'só nossa')],
      [['breachedAccount', 'caixa@acme.com', { ...own, truncate: false, domain: 'LOJA.example' }], { value: [LOJA] }],
      [['breachedAccount', 'rh@acme.com', { ...own, includeUnverified: false }], names('Loja')],
      [['breachedAccount', 'limpo@sub.acme.com', own], { value: null }],
      [['breachedAccount', 'chefe@rival.com', own], forbidden],
      [['breachedAccount', 'caixa@acme.com', { ...at, apiKey: limited }], forbidden],
      [['breachedAccount', 'ninguem', own], { error: 'Error', message: expect.stringContaining('Bad request') }],
      [
        ['breachedAccount', 'rh@acme.com', at],
        { error: 'Error', message: expect.stringContaining('missing hibp-api-key') },
      ],
      [
        ['breachedAccount', 'rh@acme.com', { ...at, apiKey: '0'.repeat(32) }],
        { error: 'Error', message: '{"statusCode":401,"message":"Access denied due to invalid hibp-api-key."}' },
      ],
      [
        ['breachedDomain', 'acme.com', own],
        { value: { caixa: ['Boato', 'Logs', 'Loja', 'Segredo', 'só nossa'], rh: ['Boato', 'Loja', 'Segredo'] } },
      ],
      [['breachedDomain', 'acme.com', { ...at, apiKey: limited }], { value: { rh: ['Boato', 'Loja', 'Segredo'] } }],
      [['breachedDomain', 'sub.acme.com', own], { value: null }],
      [['breachedDomain', 'rival.com', own], forbidden],
      [['pasteAccount', 'rh@acme.com', own], { value: null }],
      [['search', 'rh@acme.com', own], { value: { breaches: names('Boato', 'Loja').value, pastes: null } }],
      [['stealerLogsByEmail', 'caixa@acme.com', own], { value: ['bank.example', 'shop.com.br'] }],
      [['stealerLogsByEmail', 'rh@acme.com', own], { value: null }],
      [['stealerLogsByEmailDomain', 'acme.com', own], { value: { caixa: ['bank.example', 'shop.com.br'] } }],
      [['stealerLogsByWebsiteDomain', 'shop.com.br', own], { value: ['caixa@acme.com'] }],
      [
        ['subscribedDomains', own],
        {
          value: [
            expect.objectContaining({ DomainName: 'acme.com', PwnCount: 2, PwnCountExcludingSpamLists: 2 }),
            expect.objectContaining({ DomainName: 'sub.acme.com', PwnCount: 0 }),
          ],
        },
      ],
      [['subscriptionStatus', own], { value: expect.objectContaining({ Rpm: 18, IncludesStealerLogs: true }) }],
      [
        ['subscriptionStatus', own],
        { error: 'RateLimitError', message: 'Rate limit is exceeded. Try again in 60 seconds.', retryAfterSeconds: 60 },
      ],
      [['breach', 'loja', at], { value: LOJA }],
      [['breach', 'Nenhuma', at], { value: null }],
      [['breaches', { ...at, domain: 'boato.example' }], { value: [BOATO] }],
      [['latestBreach', at], { value: expect.objectContaining({ Name: 'só nossa', Domain: '', PwnCount: 1 }) }],
      [
        ['dataClasses', at],
        { value: ['Autofill data', 'Email addresses', 'IP addresses', 'MAC addresses', 'Passwords'] },
      ],
    ]
    const outcomes = await callHibp(table.map(([call]) => call))
    expect(table.map(([[name, ...given]], index) => [name, given[0], outcomes[index]])).toEqual(
      table.map(([[name, ...given], expected]) => [name, given[0], expected]),
    )
    await api.app.close()
  })

  test('docs/reference/api.md has each call', async () => {
    const { app } = await createTestApi(database())
    await app.ready()
    const base = '/api/hibp/v3'
    const served = Object.keys(app.swagger().paths ?? {}).filter((path) => path.startsWith(base))
    const page = readFileSync(new URL('../../../../docs/reference/api.md', import.meta.url), 'utf8')
    const told = [...page.matchAll(/^\| `(\/[^`]+)`/gm)].map(([, path]) => `${base}${path}`)
    expect(told.toSorted()).toEqual(served.toSorted())
  })

  // Rule: M-HIBP-1, M-HIBP-4
  test('names in any case are taken, a user agent is asked for, and the list of breaches needs no key', async () => {
    const { ask, key } = await createWorld(database())
    const byName = async (path: string, sentKey?: string, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await ask(path, sentKey, headers)
      return [answer.statusCode, answer.json()]
    }
    expect(await byName('/BreachedAccount/rh@acme.com?IncludeUnverified=FALSE&truncateresponse=True', key)).toEqual([
      200,
      [{ Name: 'Loja' }],
    ])
    // Clients read a 404 as "in no breach".
    for (const address of [
      '/breachedaccount/rh@acme.com/?IncludeUnverified=false',
      '//breachedaccount//rh@acme.com?IncludeUnverified=false',
    ])
      expect(await byName(address, key)).toEqual([200, [{ Name: 'Loja' }]])
    expect(await byName('/breachedaccount/rh@acme.com?truncateResponse=maybe', key)).toMatchObject([
      400,
      { statusCode: 400 },
    ])
    expect(await byName('/breaches', undefined, { 'user-agent': '' })).toEqual([
      403,
      { statusCode: 403, message: 'API request must include a user agent.' },
    ])
    expect(await byName('/nothing', key)).toMatchObject([404, { statusCode: 404 }])
    const listed = (await ask('/breaches')).json().map(({ Name }: { Name: string }) => Name)
    expect(listed).toEqual(['Boato', 'Logs', 'Loja', 'Segredo', 'Velha', 'só nossa'])
    expect((await ask('/breaches?isSpamList=true')).json()).toEqual([SEGREDO])
    for (const wrong of ['x', `${key}0`, key.replace(/./, 'g')])
      expect(await byName('/subscribeddomains', wrong)).toEqual([
        401,
        { statusCode: 401, message: 'Access denied due to improperly formed hibp-api-key.' },
      ])
  })

  // Rule: M-HIBP-2
  // Threat: T-ACCOUNT-11
  test('an address that nobody of the organisation monitors is answered alike, whatever is known of it', async () => {
    const { ask, key } = await createWorld(database())
    const told = async (path: string) => {
      const { statusCode, body, headers } = await ask(path, key)
      return [statusCode, body, headers['content-length']]
    }
    for (const service of ['breachedaccount', 'pasteaccount', 'stealerlogsbyemail'])
      expect(await told(`/${service}/ninguem@acme.com`)).toEqual(await told(`/${service}/nada@nada.com`))
    for (const service of ['breacheddomain', 'stealerlogsbyemaildomain']) {
      expect(await told(`/${service}/rival.com`)).toEqual(await told(`/${service}/nada.com`))
      const message = expect.stringContaining('does not have access to this domain')
      expect((await ask(`/${service}/rival.com`, key)).json()).toEqual({ statusCode: 403, message })
    }
    expect((await ask('/stealerlogsbywebsitedomain/nada.com', key)).statusCode).toBe(404)
  })

  // Rule: M-HIBP-6
  test('six digits of a hash name the monitored addresses that have them, and what is public of them', async () => {
    const { api, ask, key, makeKey } = await createWorld(database())
    const range = async (address: string, given = key) =>
      (await ask(`/BreachedAccount/Range/${digits(address).slice(0, 6).toLowerCase()}`, given)).json()
    expect(await range('rh@acme.com')).toEqual([
      { hashSuffix: digits('rh@acme.com').slice(6), websites: ['Boato', 'Loja'] },
    ])
    expect([
      await range('chefe@rival.com'),
      await range('limpo@sub.acme.com'),
      await range('ninguem@acme.com'),
    ]).toEqual([[], [], []])
    const { key: limited } = await makeKey('ana@acme.com', 'hibp:read address:caixa@acme.com')
    expect(await range('rh@acme.com', limited)).toEqual([])
    for (const wrong of ['56715', '5671599', '56715g']) {
      const answer = await ask(`/breachedaccount/range/${wrong}`, key)
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { statusCode: 400 }])
    }
    expect((await ask('/breachedaccount/range/567159')).statusCode).toBe(401)
    // All keys of an organisation have 60 a minute together: each reads all of its addresses.
    const last: number[] = []
    for (let more = 0; more < 55; more++) last.push((await ask('/breachedaccount/range/000000', limited)).statusCode)
    const { statusCode, headers } = await ask('/breachedaccount/range/000000', key)
    expect([new Set(last), statusCode, headers['retry-after']]).toEqual([new Set([200]), 429, '60'])
    api.clock.advance(60)
    // An address that is only found out of sensitive sources is as one that is in none.
    await api.importText('Segredo', 'so@acme.com')
    await api.add('so@acme.com', await api.tokenOf('ana@acme.com'))
    expect(await range('so@acme.com')).toEqual([])
  })

  // Rule: M-KEY-1, M-KEY-2, M-KEY-3
  test('a key is stored as a hash, its use is noted to the minute, and it is refused once it is revoked', async () => {
    const { api, ask, key, makeKey, revoke } = await createWorld(database())
    const { id, key: other } = await makeKey('ana@acme.com')
    expect(key).toMatch(/^[\da-f]{32}$/)
    const used = async () => {
      const rows = await api.tools.database.query(
        object({ used: array(string()) }),
        sql`SELECT array_agg(coalesce(to_json(last_used_at) #>> '{}', '')) AS used FROM api_key WHERE id::text = ${id}`,
      )
      return rows[0]?.used[0]?.slice(0, 19)
    }
    expect(await used()).toBe('')
    for (const seconds of [0, 59, 1]) {
      api.clock.advance(seconds)
      expect((await ask('/subscription/status', other.toUpperCase())).statusCode).toBe(200)
    }
    expect(new Date(`${await used()}Z`).getTime()).toBe(api.clock().getTime())
    const dump = await api.tools.database.query(
      object({ row: string() }),
      sql`SELECT api_key::text AS row FROM api_key`,
    )
    expect(dump.map(({ row }) => row).join('\n')).not.toContain(other)

    expect(await revoke(id)).toBe(true)
    expect(await revoke(id)).toBe(false)
    expect((await ask('/subscription/status', other)).json()).toEqual({
      statusCode: 401,
      message: 'Access denied due to invalid hibp-api-key.',
    })
    expect((await ask('/subscription/status', key)).statusCode).toBe(200)
    expect(api.log.join('')).not.toMatch(new RegExp(`${key}|${other}`))
  })

  // Threat: T-ACCOUNT-14
  test('invented keys of one network are looked up so often, while a known key works on', async () => {
    const api = await createTestApi(database(), { keyCallsPerMinute: 3 })
    await api.tokenOf('ana@acme.com')
    const { ask, makeKey } = createKeyCalls(api)
    const { key } = await makeKey('ana@acme.com')
    const answers: number[] = []
    for (const given of [key, '0'.repeat(32), '1'.repeat(32), '2'.repeat(32), key])
      answers.push((await ask('/subscribeddomains', given)).statusCode)
    expect(answers).toEqual([200, 401, 401, 429, 200])
  })

  // Rule: M-KEY-1
  test('keys are made, listed and revoked by command', async () => {
    const api = await createTestApi(database())
    await api.tokenOf('ana@acme.com')
    const run = createCommandRun((line) => addKeyCommands(line, { tools: async () => api.tools }))
    const made = JSON.parse((await run('keys', 'create', 'SIEM', '--account', 'ANA@acme.com', '--json')).out)
    expect(made).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^[\da-f]{32}$/),
      name: 'SIEM',
      scope: 'hibp:read',
    })
    expect((await createKeyCalls(api).ask('/subscribeddomains', made.key)).json()).toEqual([])
    const [listed] = JSON.parse((await run('keys', 'list', '--account', 'ana@acme.com', '--json')).out)
    expect(listed).toMatchObject({ id: made.id, name: 'SIEM', beginning: made.key.slice(0, 4), revokedAt: null })
    expect(JSON.stringify(listed)).not.toContain(made.key)
    expect((await run('keys', 'list', '--account', 'ana@acme.com')).out).toContain('hibp:read')
    expect(await run('keys', 'revoke', made.id)).toMatchObject({ code: 0, out: `key ${made.id} is revoked\n` })
    expect((await createKeyCalls(api).ask('/subscribeddomains', made.key)).statusCode).toBe(401)
  })
})

test.each([
  ['keys create --account a@b.com', 'keys create: NAME is missing'],
  ['keys create a b --account a@b.com', 'keys create: unexpected argument: b'],
  ['keys create a', 'keys create: --account EMAIL is missing'],
  [`keys create ${'a'.repeat(101)} --account a@b.com`, 'keys create: NAME has more than 100 characters'],
  ['keys list', 'keys list: --account EMAIL is missing'],
  ['keys revoke', 'keys revoke: ID is missing'],
  ['keys drop x', 'keys drop x: no such command; there are keys create, keys list, keys revoke'],
])('"%s" is misuse, and says why', async (words, reason) => {
  const misuse = await misuseOf((line, tools) => addKeyCommands(line, { tools }), words)
  expect(misuse).toEqual({ code: 2, err: expect.stringContaining(reason) })
})
