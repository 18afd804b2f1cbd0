import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { sql, type Database } from '@atalaia/database'
import { int, object } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { listImports } from './imports-listing.ts'
import { createRemoval } from './removal.ts'
import { createSourcesRepository } from './sources-repository.ts'

const ANA = 'ana@acme.com'
const RUNS = 4

const undo = async ({ tools }: TestApi, kind: 'import' | 'source', named: string) => {
  const removal = createRemoval(tools.database, tools.clock)
  const target = await removal.find(kind, named)
  if (target === undefined) throw new Error(`no ${kind} ${named}`)
  const counts = await removal.count(target)
  await removal.remove(target)
  return counts
}
const countSchema = object({ count: int() })
const newestImport = async (database: Database) => (await listImports(database))[0]?.id ?? ''

const numbersOf = async (api: TestApi, token: string) => {
  const {
    ultimos_3_relatorios: reports,
    revisao: _revisao,
    ...cards
  } = (await api.get('/dashboard/resumo', token)).json()
  return {
    emails: (await api.get('/emails', token)).json(),
    chart: (await api.get('/clientes/me/analises', token)).json(),
    cards,
    reports: reports.map(({ nome }: { nome: string }) => nome),
    ...(await countsOf(api)),
  }
}
const countsOf = async ({ tools: { database } }: TestApi) => ({
  sources: await createSourcesRepository(database).list(),
  imports: (await listImports(database)).map(({ file, read, added, known }) => ({ file, read, added, known })),
  rows: await Promise.all(
    ['credential', 'resighting', 'sighting', 'pending_analysis'].map((table) => rowsOf(database, table)),
  ),
})
const rowsOf = async (database: Database, table: string) =>
  (await database.query(countSchema, sql`SELECT count(*)::int AS count FROM ${sql.table(table)}`))[0]?.count

const leak = record({ who: constantFrom('ana', 'bia', 'rui'), password: constantFrom('', ':um', ':dois') })
const story = array(
  record({ source: constantFrom('forum', 'loja'), leaks: array(leak, { minLength: 1, maxLength: 4 }) }),
  {
    minLength: 2,
    maxLength: 4,
  },
)

onPostgres((database) => {
  // Rule: M-IMPORT-12
  test('after an import is taken back, every number is what it was before', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    await api.add(ANA, token)
    await api.importText('forum', `${ANA}:um`)
    const before = await numbersOf(api, token)
    api.clock.advance(60)
    await api.importText('loja', `${ANA}:um\n${ANA}:dois\neva@x.com:um`)
    expect(await numbersOf(api, token)).not.toEqual(before)
    const counts = await undo(api, 'import', await newestImport(database()))
    expect(counts).toEqual({ pairs: 3, kept: 0, imports: 1, organisations: 1 })
    expect(await numbersOf(api, token)).toEqual(before)
  })

  // Rule: M-IMPORT-12
  test('a pair that a later import has seen too survives, and a run tells what has changed since', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    await api.add(ANA, token)
    await api.importText('forum', `${ANA}:um\n${ANA}:dois`)
    const first = await newestImport(database())
    await api.importText('forum', `${ANA}:um`)
    expect(await undo(api, 'import', first)).toEqual({ pairs: 1, kept: 1, imports: 1, organisations: 1 })
    const { cards, chart, imports } = await numbersOf(api, token)
    expect(cards.total_vazamentos).toEqual({ numero_vazamentos: 1, numero_senhas_vazadas: 1 })
    expect(chart.at(-1)).toMatchObject({ total_vazamentos: 1, total_senhas: 1 })
    expect(imports).toEqual([{ file: 'forum.txt', read: 1, added: 1, known: 0 }])
  })

  // Rule: M-IMPORT-12
  test('whichever import is taken back, the numbers are as if it had never been', async () => {
    await assert(
      asyncProperty(story, nat(), async (imports, picked) => {
        const gone = picked % imports.length
        const play = async (skipped: number | undefined) => {
          await database().script(
            'DELETE FROM credential; DELETE FROM resighting; TRUNCATE organisation, source CASCADE',
          )
          const api = await createTestApi(database())
          const token = await api.tokenOf(ANA)
          for (const who of ['ana', 'bia']) await api.add(`${who}@acme.com`, token)
          let id = ''
          for (const [index, { source, leaks }] of imports.entries()) {
            if (index === skipped) continue
            await api.importText(source, leaks.map(({ who, password }) => `${who}@acme.com${password}`).join('\n'))
            if (index === gone) id = await newestImport(database())
          }
          if (skipped === undefined) await undo(api, 'import', id)
          const emails = (await api.get('/emails', token)).json()
          const numbers = emails.map(({ id: _id, ...row }: { id: string }) => row)
          return { numbers, ...(await countsOf(api)) }
        }
        expect(await play(undefined)).toEqual(await play(gone))
      }),
      { numRuns: RUNS },
    )
  })

  // Rule: M-IMPORT-12
  test('a source goes with all of its imports', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    await api.add(ANA, token)
    await api.importText('loja', `${ANA}:um`)
    const before = await numbersOf(api, token)
    api.clock.advance(60)
    await api.importText('forum', `${ANA}:um\neva@x.com:um`)
    await api.importText('forum', `${ANA}:dois\n${ANA}:um`)
    expect(await undo(api, 'source', 'forum')).toEqual({ pairs: 3, kept: 0, imports: 2, organisations: 1 })
    expect(await numbersOf(api, token)).toEqual(before)
  })
})
