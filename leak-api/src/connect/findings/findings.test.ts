import { assert, asyncProperty, array as arbitraryArray, constantFrom, record } from 'fast-check'
import { array, boolean, looseObject, object, string } from 'zod/mini'
import type { Database } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { createKeyCalls } from '../../../testing/hibp.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { createFeedIds, findingCef, findingEcs } from './finding-formats.ts'
import { findingsMisp } from './misp.ts'
import { findingsStix } from './stix.ts'

const pageSchema = object({
  data: array(looseObject({ id: string(), address: string(), source: looseObject({ name: string() }) })),
  next: string(),
  more: boolean(),
})
const ADDRESSES = ['ana@acme.com', 'rui@acme.com', 'eva@acme.com']
const event = record({ kind: constantFrom('add', 'import', 'read'), address: constantFrom(...ADDRESSES) })

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf('ana@conta.com')
  const { makeKey, ask } = createKeyCalls(api)
  const { key } = await makeKey('ana@conta.com', 'findings:read')
  const page = async (cursor: string, limit: number, given = key) =>
    pageSchema.parse((await ask(`/v1/findings?cursor=${cursor}&limit=${limit}`, given)).json())
  return { api, token, key, page, ask, makeKey }
}

const facts = (ids: ReadonlySet<string>) => [...ids].filter((id) => !id.includes('bundle--')).toSorted()

onPostgres((database) => {
  // Rule: M-REST-2
  test('a cursor loses and repeats nothing, whatever is added, imported and read at the same time', async () => {
    let sources = 0
    const { api, page } = await createWorld(database())
    await assert(
      asyncProperty(arbitraryArray(event, { minLength: 3, maxLength: 8 }), async (events) => {
        const email = `conta${(sources += 1)}@conta.com`
        const token = await api.tokenOf(email)
        const { key } = await createKeyCalls(api).makeKey(email, 'findings:read')
        const seen: string[] = []
        let cursor = '0'
        const read = async () => {
          const { data, next } = await page(cursor, 2, key)
          cursor = next
          seen.push(...data.map(({ address, source }) => `${address} ${source.name}`))
        }
        for (const { kind, address } of events) {
          const work =
            kind === 'add'
              ? api.add(address, token)
              : kind === 'import'
                ? api.importText(`s${(sources += 1)}`, address)
                : read()
          // Others read and write meanwhile.
          await Promise.all([work, ...(kind === 'read' ? [] : [read()])])
        }
        let before = ''
        while (before !== cursor) {
          before = cursor
          await read()
        }
        const listed = (await api.get('/emails', token)).json()
        const total = listed.reduce((sum: number, row: { numero_vazamentos: number }) => sum + row.numero_vazamentos, 0)
        expect([new Set(seen).size, seen.length]).toEqual([total, total])
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  // Rule: M-REST-2
  test('what a reader went past while a domain was not proved is told to it, and to it alone, once the proof is back', async () => {
    const api = await createTestApi(database(), { findProof: () => Promise.resolve({ status: 'proved', by: 'dns' }) })
    const token = await api.tokenOf('ana@conta.com')
    const { makeKey, ask } = createKeyCalls(api)
    const domain = (action: string) =>
      api.app.inject({
        method: 'POST',
        url: `/api/dominios${action}`,
        headers: { authorization: `Bearer ${token}` },
        payload: { dominio: 'acme.com' },
      })
    const prove = async () => {
      await domain('')
      expect((await domain('/verificacao')).json()).toMatchObject({ estado: 'provado', enderecos: 3 })
    }
    const createReader = async () => {
      const { key } = await makeKey('ana@conta.com', 'findings:read')
      let cursor = '0'
      const page = async (from: string, limit = 100) =>
        pageSchema.parse((await ask(`/v1/findings?cursor=${from}&limit=${limit}`, key)).json())
      const read = async (limit?: number) => {
        const { data, next } = await page(cursor, limit)
        cursor = next
        return data.map(({ address }) => address)
      }
      return { read, from: async (given: string) => (await page(given)).data.map(({ address }) => address) }
    }
    await api.importText('forum', ADDRESSES.join('\n'))
    await prove()
    const [slow, quick] = [await createReader(), await createReader()]
    expect(await slow.read(1)).toEqual(['ana@acme.com'])
    expect(await quick.read()).toEqual(['ana@acme.com', 'eva@acme.com', 'rui@acme.com'])
    await domain('/remover')
    expect([await slow.read(1), await slow.read(1)]).toEqual([[], []])
    await prove()
    // An answer that was lost is asked for once more.
    expect(await slow.from('1')).toEqual(['eva@acme.com', 'rui@acme.com'])
    expect(await quick.read()).toEqual([])
    expect(await slow.read()).toEqual(['eva@acme.com', 'rui@acme.com'])
    expect([await slow.read(), await slow.from('0')]).toEqual([[], ['ana@acme.com', 'eva@acme.com', 'rui@acme.com']])
    await api.importText('loja', 'eva@acme.com')
    expect([await slow.read(), await quick.read()]).toEqual([['eva@acme.com'], ['eva@acme.com']])
  })

  // Rule: M-REST-4, M-REST-32
  test('STIX and MISP name the same facts by the same ids, however often and in whatever pages they are read', async () => {
    const { api, token, key, ask, makeKey } = await createWorld(database())
    await api.importText('forum', 'ana@acme.com:um\nrui@acme.com')
    await api.importText(
      'logs',
      'https://login.shop.com.br/in:ana@acme.com:segredo-1\nhttps://10.0.0.7/:ana@acme.com:segredo-2',
    )
    for (const address of ADDRESSES) await api.add(address, token)
    const idsIn = async (path: string, given = key) => {
      const answer = await ask(`/v1/findings?${path}`, given)
      expect(answer.body).not.toContain('segredo')
      return { ids: new Set(answer.body.match(/"(?:id|uuid)":"[^"]+/g)), headers: answer.headers }
    }
    const all = await idsIn('format=stix')
    expect(all.headers).toMatchObject({
      'content-type': 'application/stix+json; version="2.1"; charset=utf-8',
      'atalaia-next': '3',
    })
    const pages = [await idsIn('format=stix&limit=1'), await idsIn('format=stix&limit=2&cursor=1')]
    const told = new Set(pages.flatMap(({ ids }) => [...ids]))
    expect(facts(told)).toEqual(facts(all.ids))
    expect(facts(all.ids).map((id) => id.slice(6, id.indexOf('--')))).toEqual([
      'domain-name',
      'email-addr',
      'email-addr',
      'identity',
      'ipv4-addr',
      'observed-data',
      'observed-data',
      'observed-data',
      'user-account',
      'user-account',
    ])
    const whole = await idsIn('format=misp')
    const parts = [await idsIn('format=misp&limit=1'), await idsIn('format=misp&limit=2&cursor=1')]
    expect(new Set(parts.flatMap(({ ids }) => [...ids]))).toEqual(whole.ids)
    expect(whole.headers['atalaia-next']).toBe('3')

    // Of another organisation the observables alone are the same: their ids are made of what they say.
    const rui = await api.tokenOf('rui@rival.com')
    await api.add('ana@acme.com', rui)
    const { key: other } = await makeKey('rui@rival.com', 'findings:read')
    const theirs = facts((await idsIn('format=stix', other)).ids)
    expect(theirs.filter((id) => all.ids.has(id)).map((id) => id.slice(6, id.indexOf('--')))).toEqual([
      'domain-name',
      'email-addr',
      'identity',
      'ipv4-addr',
      'user-account',
    ])
    const misp = await idsIn('format=misp', other)
    // The product, and the template of MISP.
    expect([...misp.ids].filter((id) => whole.ids.has(id))).toHaveLength(1)
  })

  // Rule: M-REST-1, M-REST-30
  test('findings are told as JSON, ECS and CEF, within the reach of the key alone', async () => {
    const { api, token, key, page, ask, makeKey } = await createWorld(database())
    await api.importText('forum', 'ana@acme.com:um\nrui@acme.com')
    await api.importText('logs', 'https://login.shop.com.br/in:ana@acme.com:um')
    for (const address of ADDRESSES) await api.add(address, token)
    const first = await page('0', 2)
    expect(first).toMatchObject({
      data: [
        { id: '1', address: 'ana@acme.com', password: 'clear', severity: 8, source: { name: 'forum' } },
        { id: '2', address: 'rui@acme.com', password: 'none', severity: 3, websites: [] },
      ],
      next: '2',
      more: true,
    })
    expect(await page(first.next, 2)).toMatchObject({
      data: [{ id: '3', websites: ['shop.com.br'] }],
      next: '3',
      more: false,
    })
    expect(await page('3', 2)).toEqual({ data: [], next: '3', more: false })

    const ecs = await ask('/v1/findings?format=ecs&limit=1', key)
    expect([ecs.headers['content-type'], ecs.headers['atalaia-next'], ecs.headers['atalaia-more']]).toEqual([
      'application/x-ndjson; charset=utf-8',
      '1',
      'true',
    ])
    expect(
      ecs.body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ event: { kind: 'alert', id: '1' }, user: { email: 'ana@acme.com', domain: 'acme.com' } }])
    expect((await ask('/v1/findings?format=cef', key)).body.split('\n')[0]).toMatch(
      /^CEF:0\|Atalaia\|Atalaia\|1\|credential-leak\|Leaked credential\|8\|rt=\d+ externalId=1 duser=ana@acme\.com /,
    )
    const { key: limited } = await makeKey('ana@conta.com', 'findings:read address:rui@acme.com')
    expect((await page('0', 100, limited)).data).toMatchObject([{ address: 'rui@acme.com' }])
    const { key: other } = await makeKey('ana@conta.com')
    expect((await ask('/v1/findings', other)).statusCode).toBe(403)
    expect((await ask('/v1/findings')).json()).toMatchObject({ status: 401 })
    for (const query of ['cursor=x', 'limit=0', 'limit=1001', 'format=xml'])
      expect((await ask(`/v1/findings?${query}`, key)).statusCode).toBe(400)
    const document = (await ask('/v1/openapi.json')).json()
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/v1/findings', '/api/hibp/v3/breaches']))
    expect(JSON.stringify(document.paths)).not.toContain('/api/emails')
  })
})

const FINDING = {
  ordinal: '7',
  address: 'ana@acme.com',
  foundAt: '2026-11-22T12:00:00.000Z',
  source: 'a|b=c\\d',
  title: 'Linha\numa=x',
  website: null,
  kind: null,
  leakedOn: null,
  importedFor: '2026-01-02',
  verified: true,
  seenOn: '2026-01-02',
  hasPassword: true,
  inClear: false,
  websites: ['shop.com'],
}

// Threat: T-EXPORT-1
test('what stands in a source cannot write fields of its own', () => {
  expect(findingCef(FINDING)).toBe(
    'CEF:0|Atalaia|Atalaia|1|credential-leak|Leaked credential|6|rt=1795348800000 externalId=7 duser=ana@acme.com ' +
      'cs1Label=source cs1=a|b\\=c\\\\d cs2Label=password cs2=hash cs3Label=websites cs3=shop.com msg=Linha\\numa\\=x',
  )
  expect(findingCef({ ...FINDING, title: '\u001b[2J\u2028x\u0085y' })).toMatch(/ msg= \[2J x y$/)
  expect(JSON.stringify(findingEcs(FINDING))).not.toContain('\n')
  const [made] = findingsMisp([FINDING], IDS).response
  expect(made?.Event).toMatchObject({ info: 'Leaked credentials: Linha uma=x', date: '2026-01-02', distribution: '0' })
})

const IDS = createFeedIds('5b0f1f0e-6c0b-4d7e-9a51-2f6a3a6b9d11', 'https://painel.acme.com/api')
const idsOf = (bundle: { readonly objects: readonly { readonly id: string }[] }) => bundle.objects.map(({ id }) => id)

// Rule: M-REST-4, M-REST-32
test('an observable has the id that STIX gives it, and an address or a website that STIX has no place for is left out', () => {
  const websites = ['shop.com', '192.0.2.7', '2001:db8::1', 'localhost', 'a b', '<x>']
  const bundle = findingsStix([{ ...FINDING, websites }], IDS)
  // By python-stix2 3.0.2, and held to OASIS's validator 3.1.4.
  expect(idsOf(bundle)).toEqual(
    expect.arrayContaining([
      'email-addr--166d6525-db76-5a51-9b4e-8ce79f50f3e1',
      'user-account--2f635c2e-46f7-5ce6-9c1e-11d0b42bb2c2',
      'ipv6-addr--6469e3a9-b053-5e34-a025-9396ae051d26',
    ]),
  )
  expect(bundle.objects.map(({ type }) => type)).toEqual([
    'identity',
    'email-addr',
    'user-account',
    'domain-name',
    'ipv4-addr',
    'ipv6-addr',
    'observed-data',
  ])
  expect(bundle.objects.at(-1)).toMatchObject({
    first_observed: '2026-01-02T00:00:00.000Z',
    last_observed: FINDING.foundAt,
    object_refs: idsOf(bundle).slice(1, -1),
    labels: ['credential-leak', 'password-hash', 'severity-6'],
    confidence: 85,
  })
  const later = findingsStix([{ ...FINDING, seenOn: '2027-01-01' }], IDS).objects.at(-1)
  expect(later).toMatchObject({ first_observed: '2027-01-01T00:00:00.000Z', last_observed: '2027-01-01T00:00:00.000Z' })
})
