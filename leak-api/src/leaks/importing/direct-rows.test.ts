import { type Database, sql } from '@atalaia/database'
import { int, object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { chunksOf } from '../../../testing/leak-content.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { listImports } from './imports-listing.ts'
import { createRemoval } from './removal.ts'
import { runImport } from './run-import.ts'

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `p${from + at}@empresa.com:w${from + at}\n`).join('')

const noting = (database: Database, targets: string[]): Database => ({
  ...database,
  transaction: (work, options) =>
    database.transaction(
      (on) =>
        work({
          ...on,
          copyIn: (target, rows) => {
            targets.push(target.split(' ')[0] ?? '')
            return on.copyIn(target, rows)
          },
        }),
      options,
    ),
})

const importLines = ({ tools }: TestApi, source: string, content: AsyncIterable<Buffer>, database = tools.database) =>
  runImport({ ...tools, database }, { content, fileName: source, source, batchRows: 1000 })

onPostgres((database) => {
  const rows = async () =>
    (
      await database().query(
        object({ text: string() }),
        sql`SELECT count(*) || ' ' || count(DISTINCT (address, pair)) AS text
      FROM credential`,
      )
    )[0]?.text

  const states = async () => {
    const counted = sql`SELECT count(*)::int AS again FROM resighting`
    const [{ again } = { again: 0 }] = await database().query(object({ again: int() }), counted)
    return { pairs: await rows(), again }
  }

  // Rule: M-IMPORT-22, M-IMPORT-49
  test('of a source without other imports only what came before, or is watched, is compared with what is there', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    const copiesOf = async (source: string, text: string) => {
      const targets: string[] = []
      await importLines(api, source, chunksOf(text), noting(database(), targets))
      return targets.filter((target) => /credential|fresh/.test(target))
    }
    expect(await copiesOf('new', lines(0, 100))).toEqual(['credential'])
    expect(await copiesOf('new', lines(0, 100))).toEqual(['staged_fresh'])
    expect(await copiesOf('twice', lines(0, 100) + lines(0, 1))).toEqual(['credential', 'staged_credential'])
    await api.add('p7@empresa.com', token)
    expect(await copiesOf('watched', lines(0, 100))).toEqual(['credential', 'staged_credential'])
    expect(await rows()).toBe('300 300')
    expect((await api.get('/emails', token)).json()).toMatchObject([{ numero_vazamentos: 3, numero_senhas: 1 }])
  })

  // Rule: M-IMPORT-9, M-IMPORT-12, M-IMPORT-22
  test('a later list of a source counts new, known, repeated and watched rows exactly, and leaves nothing', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.add('p150@empresa.com', token)
    await importLines(api, 'old', chunksOf(lines(0, 2000)))
    const before = await states()
    const text = `${lines(1000, 3000)}${lines(1990, 2010)}${lines(150, 151)}`
    expect(await importLines(api, 'old', chunksOf(text))).toMatchObject({ read: 2021, added: 1000, known: 1021 })
    expect(await states()).toEqual({ pairs: '3000 3000', again: 1001 })
    expect(await importLines(api, 'old', chunksOf(text))).toMatchObject({ added: 0, known: 2021 })
    for (const { id, source } of (await listImports(database())).slice(0, 2))
      await createRemoval(database(), api.clock).remove({ kind: 'import', id, source })
    expect(await states()).toEqual(before)
  })

  test('pairs whose import is not known any more are found', async () => {
    const api = await createTestApi(database())
    await importLines(api, 'old', chunksOf(lines(0, 10)))
    await database().script('UPDATE sighting SET import_id = NULL; DELETE FROM import')
    expect(await importLines(api, 'old', chunksOf(lines(5, 20)))).toMatchObject({ kind: 'done', added: 10, known: 5 })
  })

  // Rule: M-IMPORT-22, M-IMPORT-49
  test('two imports at once into one new source count each pair once', async () => {
    const api = await createTestApi(database())
    const outcomes = await Promise.all([
      importLines(api, 'same', chunksOf(lines(0, 3000))),
      importLines(api, 'same', chunksOf(lines(2000, 5000))),
    ])
    const added = outcomes.reduce((sum, outcome) => sum + (outcome.kind === 'done' ? outcome.added : Number.NaN), 0)
    expect(added).toBe(5000)
    expect(await rows()).toBe('5000 5000')
  })

  // Rule: M-IMPORT-22, M-IMPORT-49
  test('what somebody begins to watch while an import runs has its leaks when it ends', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    async function* growing() {
      yield Buffer.from(lines(0, 2000))
      await api.add('p2001@empresa.com', token)
      await database().execute(
        sql`INSERT INTO watched_domain (organisation_id, domain, token, added_at, proved_at, proved_by)
         SELECT id, 'outra.com', 'text', ${api.clock().toISOString()}, ${api.clock().toISOString()}, 'dns' FROM organisation`,
      )
      // As another import does that began a day before.
      await database().execute(
        sql`INSERT INTO monitored_address (organisation_id, address, added_at, by_domain)
         SELECT id, 'ivo@outra.com', ${api.clock().toISOString()}::timestamptz - interval '1 day', true FROM organisation`,
      )
      yield Buffer.from(`${lines(2000, 4000)}eva@outra.com:um\nivo@outra.com:um\n`)
    }
    expect(await importLines(api, 'new', growing())).toMatchObject({ kind: 'done', added: 4002 })
    const listed: { email: string; numero_vazamentos: number }[] = (await api.get('/emails', token)).json()
    expect(listed.map(({ email, numero_vazamentos: leaks }) => `${email} ${leaks}`).toSorted()).toEqual([
      'eva@outra.com 1',
      'ivo@outra.com 1',
      'p2001@empresa.com 1',
    ])
  })

  // Rule: M-IMPORT-49
  test('what somebody begins to watch while a later list runs is renewed when its rows are known', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await importLines(api, 'old', chunksOf(lines(0, 4000)))
    api.clock.advance(60)
    async function* growing() {
      yield Buffer.from(lines(0, 2000))
      await api.add('p3001@empresa.com', token)
      yield Buffer.from(lines(2000, 4000))
    }
    expect(await importLines(api, 'old', growing())).toMatchObject({ added: 0, known: 4000 })
    const touched = sql`SELECT touched::text AS text FROM analysis JOIN import ON import.id = import_id
      WHERE import_id = (SELECT max(id) FROM import)`
    expect(await database().query(object({ text: string() }), touched)).toEqual([{ text: '{p3001@empresa.com}' }])
  })

  // Rule: M-IMPORT-22, P-LIST-6, M-IMPORT-49
  test('an address whose removal is taken back while an import runs has its leaks when it ends', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    const post = (path: string, ids: readonly string[], by: string) =>
      api.app.inject({
        method: 'POST',
        url: `/api/enderecos/${path}`,
        headers: { authorization: `Bearer ${by}` },
        payload: { ids },
      })
    await api.add('p2001@empresa.com', token)
    const ids = (await api.get('/emails', token)).json().map(({ id }: { readonly id: string }) => id)
    await post('remover', ids, token)
    api.clock.advance(2 * 3600)
    const later = await api.tokenOf('ana@acme.com')
    async function* growing() {
      yield Buffer.from(lines(0, 2000))
      expect((await post('desfazer', ids, later)).json()).toMatchObject({ alterados: 1 })
      yield Buffer.from(lines(2000, 4000))
    }
    expect(await importLines(api, 'new', growing())).toMatchObject({ kind: 'done', added: 4000 })
    expect((await api.get('/emails', later)).json()).toMatchObject([{ numero_vazamentos: 1, numero_senhas: 1 }])
  })
})
