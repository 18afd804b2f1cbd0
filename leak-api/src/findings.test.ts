import { assert, asyncProperty, array as arbitraryArray, constantFrom, record } from 'fast-check'
import { array, boolean, looseObject, object, string } from 'zod/mini'
import type { Database } from '@atalaia/database'
import { eachDatabase } from '../testing/each-database.ts'
import { createKeyCalls } from '../testing/hibp.ts'
import { createTestApi } from '../testing/test-api.ts'
import { findingCef, findingEcs } from './findings/finding-formats.ts'

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

eachDatabase((database) => {
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

  // Rule: M-REST-1
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
  expect(JSON.stringify(findingEcs(FINDING))).not.toContain('\n')
})
