import { openPostgres, type Database, sql } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { int, object, string } from 'zod/mini'
import { CITUS_URL, createCitusDatabase } from '../../../testing/citus-database.ts'
import { chunksOf } from '../../../testing/leak-content.ts'
import { newDataDir, runHere } from '../../../testing/process.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { withoutIds } from '../../../testing/without-ids.ts'
import { leaksCommands } from '../../cli/leaks-commands.ts'
import { listImports } from '../../leaks/importing/imports-listing.ts'
import { createRemoval } from '../../leaks/importing/removal.ts'
import { runImport } from '../../leaks/importing/run-import.ts'
import { isDistributed } from './distribute.ts'
import { migrate, openMigrated } from './store.ts'

const ANA = 'ana@acme.com'
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const newApi = async (url: string) => {
  const database = await openPostgres(url)
  ends.push(() => database.close())
  await migrate(database)
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  for (const address of [ANA, 'p7@empresa.com', 'p8@empresa.com']) await api.add(address, token)
  return { ...api, url, database, token }
}
type Api = Awaited<ReturnType<typeof newApi>>

const run = (url: string, words: string) =>
  runHere(leaksCommands, newDataDir(), { DATABASE_URL: url })(...words.split(' '))

const importLines = ({ clock, tools }: TestApi, source: string, word: string, bulk = false) => {
  clock.advance(60)
  const lines = Array.from(
    { length: 60 },
    (_, at) => `https://s${at % 3}.com/:p${at % 40}@empresa.com:${word}${at % 7}\n`,
  )
  return runImport(tools, {
    content: chunksOf(...lines, `${ANA}:${word}\n`),
    fileName: source,
    source,
    batchRows: 20,
    bulk,
  })
}
const undo = async ({ tools }: TestApi, source: string) => {
  const removal = createRemoval(tools.database, tools.clock)
  const target = await removal.find('source', source)
  if (target === undefined) throw new Error(`no source ${source}`)
  const counts = await removal.count(target)
  await removal.remove(target)
  return counts
}

const ROWS = [
  'address, pair, fingerprint, local) AS row FROM credential',
  'address, pair, website) AS row FROM resighting',
  'ordinal, day, secret, file_name) AS row FROM sighting JOIN import ON import.id = import_id',
].map((columns) => sql`SELECT concat_ws(' ', ${sql.raw(columns)}`)
const rowsOf = async (database: Database) =>
  Promise.all(
    ROWS.map(async (rows) => (await database.query(object({ row: string() }), rows)).map(({ row }) => row).toSorted()),
  )
const contentOf = async ({ get, token, database }: Api) => {
  const { ultimos_3_relatorios: reports, ...cards } = (await get('/dashboard/resumo', token)).json()
  const emails: { id: string }[] = (await get('/emails', token)).json()
  const pages = []
  for (const { id } of emails) pages.push(withoutIds((await get(`/emails/${id}`, token)).json()))
  return {
    cards: withoutIds(cards),
    reports: reports.map(({ nome }: { nome: string }) => nome),
    emails: emails.map(withoutIds),
    pages,
    chart: (await get('/clientes/me/analises', token)).json(),
    imports: (await listImports(database)).map(({ read, added, known }) => [read, added, known].join(' ')),
    rows: await rowsOf(database),
  }
}
const countOf = async (database: Database) =>
  (await database.query(object({ count: int() }), sql`SELECT count(*)::int AS count FROM credential`))[0]?.count

const newPair = async (citusUrl: string) => {
  const { url, drop } = await createCitusDatabase(citusUrl)
  ends.push(drop)
  return [await newApi(await createTestDatabase()), await newApi(url)] as const
}
const onPart = (act: string) => `SELECT run_command_on_placements('credential_0', $$ ${act} $$)`

// Rule: M-DISTRIBUTE-1
// Threat: T-DB-10
test('without the extension Citus nothing is distributed, and one sentence says why', async () => {
  const url = await createTestDatabase()
  expect(await run(url, 'distribute --yes')).toMatchObject({
    code: 1,
    err: 'leaks: distribute: this database has no extension Citus, without which nothing is distributed\n',
  })
})

// Rule: M-DISTRIBUTE-4
test('a database whose credentials an older version has put on other servers is refused, and is not migrated', async () => {
  const databaseUrl = await createTestDatabase()
  const database = await openPostgres(databaseUrl)
  ends.push(() => database.close())
  await database.script(`CREATE EXTENSION postgres_fdw;
    CREATE SERVER shard_1 FOREIGN DATA WRAPPER postgres_fdw;
    CREATE TABLE credential (address bigint NOT NULL) PARTITION BY HASH (address);
    CREATE FOREIGN TABLE credential_0 PARTITION OF credential FOR VALUES WITH (MODULUS 8, REMAINDER 0) SERVER shard_1`)
  const reason = 'bring them home with the version before: DATABASE_SHARDS= npm run leaks -- shards spread --yes'
  await expect(openMigrated({ dataDir: '/nowhere', databaseUrl })).rejects.toThrow(reason)
  const refused = { code: 1, err: expect.stringContaining(reason) }
  const other = await createTestDatabase()
  expect(await run(databaseUrl, 'migrate')).toMatchObject(refused)
  expect(await run(databaseUrl, `move --to ${other}`)).toMatchObject(refused)
  expect(await run(other, `move --to ${databaseUrl}`)).toMatchObject(refused)
  expect(await database.query(object({}), sql`SELECT FROM pg_class WHERE relname = 'schema_migration'`)).toEqual([])
})

const onCitus = (citusUrl: string) =>
  describe('on Citus', () => {
    // Rule: M-DISTRIBUTE-1
    // Rule: M-DISTRIBUTE-2
    test('imports, removals, pages and dashboards make the rows and numbers of one server', async () => {
      const [one, many] = await newPair(citusUrl)
      const expectSame = async () => expect(await contentOf(many)).toEqual(await contentOf(one))
      const both = async (act: (api: Api) => Promise<object>) => {
        const [ours, theirs] = [await act(one), await act(many)]
        expect({ ...theirs, seconds: 0, rejectsFile: '' }).toEqual({ ...ours, seconds: 0, rejectsFile: '' })
        await expectSame()
      }
      await both((api) => importLines(api, 'forum', 'um'))

      expect(await run(many.url, 'distribute')).toMatchObject({ code: 1, err: expect.stringMatching('with --yes') })
      expect(await isDistributed(many.database)).toBe(false)
      expect(await run(many.url, 'distribute --yes')).toMatchObject({ code: 0 })
      expect(await isDistributed(many.database)).toBe(true)
      await expectSame()

      for (const bulk of [false, true])
        for (const [source, word] of [
          ['list', 'um'],
          ['list', 'dois'],
          ['forum', 'um'],
        ] as const)
          await both((api) => importLines(api, source, word, bulk))
      await both((api) => undo(api, 'list'))
      await both((api) => undo(api, 'forum'))
      expect(await countOf(many.database)).toBe(0)
      // Again: nothing is left to do.
      expect(await run(many.url, 'distribute')).toMatchObject({ code: 0 })
    })

    // Rule: M-DISTRIBUTE-3
    test('a batch that a server refuses at its commit leaves nothing on any, and another call finishes the import', async () => {
      const [one, many] = await newPair(citusUrl)
      await run(many.url, 'distribute --yes')
      await many.database.script(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION USING ERRCODE = ''57P01'', MESSAGE = ''terminated''; END'`)
      // On a part of the tables: the others could commit.
      await many.database.script(
        onPart(
          'CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON %s INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()',
        ),
      )
      expect(await importLines(many, 'forum', 'um')).toMatchObject({ kind: 'failed' })
      expect(await countOf(many.database)).toBe(0)
      await many.database.script(onPart('DROP TRIGGER fail ON %s'))

      one.clock.advance(60)
      for (const api of [one, many]) expect(await importLines(api, 'forum', 'um')).toMatchObject({ kind: 'done' })
      // The import that was cut off stays in the list, with nothing.
      const { imports: _, ...ours } = await contentOf(one)
      expect(await contentOf(many)).toMatchObject(ours)
    })
  })

if (CITUS_URL === undefined)
  process.stderr.write('distribute.test.ts: CITUS_URL is not set: nothing was tried on Citus\n')
else onCitus(CITUS_URL)
