import { openPostgres, type Database } from '@atalaia/database'
import {
  createDatabaseOn,
  createPostgresFolder,
  type PostgresFolder,
  type RunningPostgres,
} from '@atalaia/database/testing/postgres-server'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { int, object, string } from 'zod/mini'
import { createCommandRun } from '../testing/command-line.ts'
import { chunksOf } from '../testing/leak-content.ts'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { withoutIds } from '../testing/without-ids.ts'
import { addShardsCommand } from './cli/shards-command.ts'
import { readConfig } from './config.ts'
import { listImports } from './importing/imports-listing.ts'
import { createRemoval } from './importing/removal.ts'
import { runImport } from './importing/run-import.ts'
import { copyDatabase } from './store/copy-database.ts'
import { placesOf, reachPartition } from './store/shards/shards-repository.ts'
import { spread } from './store/shards/spread.ts'
import { migrate } from './store/store.ts'

const ANA = 'ana@acme.com'
const SETTINGS = ['fsync=off']
const places: PostgresFolder[] = []
/** Another server than that of the other tests. */
let second: RunningPostgres
const opened: Database[] = []

const startIn = async (copyOf?: PostgresFolder): Promise<PostgresFolder> => {
  const place = await createPostgresFolder(copyOf)
  places.push(place)
  second = await place.start(SETTINGS)
  return place
}
let place: PostgresFolder
beforeAll(async () => {
  place = await startIn()
})
afterAll(async () => {
  for (const database of opened) await database.close()
  await second.end('SIGQUIT')
  for (const each of places) await each.remove()
})

const open = async (url: string) => {
  const database = await openPostgres(url)
  opened.push(database)
  return database
}
const newDatabase = async () => {
  const url = await createTestDatabase()
  const database = await open(url)
  await migrate(database)
  return { url, database }
}
const newApi = async () => {
  const { url, database } = await newDatabase()
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  for (const address of [ANA, 'p7@empresa.com', 'p8@empresa.com']) await api.add(address, token)
  return { ...api, url, database, token }
}
type Api = Awaited<ReturnType<typeof newApi>>

/** Databases to spread one over: on another server, on the same one, and its own. */
const shardsOf = async ({ url, database }: Awaited<ReturnType<typeof newDatabase>>) => {
  const shards = [await createDatabaseOn(second.url), await createTestDatabase(), url]
  const spreadTo = (count: number) => spread(database, { databaseUrl: url, shards: shards.slice(0, count) })
  return { shards, spreadTo }
}
const newSpread = async () => {
  const api = await newApi()
  return { ...api, ...(await shardsOf(api)) }
}

const linesOf = (word: string) =>
  Array.from({ length: 60 }, (_, at) => `https://s${at % 3}.com/:p${at % 40}@empresa.com:${word}${at % 7}\n`)
const importLines = (api: Api, source: string, word: string, bulk = false) => {
  api.clock.advance(60)
  const content = chunksOf(...linesOf(word), `${ANA}:${word}\n`)
  return runImport(api.tools, { content, fileName: source, source, batchRows: 20, bulk })
}
const undo = async ({ tools }: TestApi, source: string) => {
  const removal = createRemoval(tools.database, tools.clock)
  const target = await removal.find('source', source)
  if (target === undefined) throw new Error(`no source ${source}`)
  const counts = await removal.count(target)
  await removal.remove(target)
  return counts
}

const ROWS = `SELECT concat_ws(' ', what, seen.address, pair, fingerprint, local, host.name, day, secret, file_name) AS row
  FROM (SELECT 'first' AS what, address, pair, fingerprint, local, sighting, website FROM credential
        UNION ALL SELECT 'again', address, pair, NULL, NULL, sighting, website FROM resighting) AS seen
  LEFT JOIN sighting ON sighting.id = seen.sighting LEFT JOIN import ON import.id = import_id
  LEFT JOIN host ON host.id = seen.website ORDER BY row`
/** The views of people and operators, and the rows; ids of addresses differ between two databases. */
const contentOf = async ({ get, token, database }: Api) => {
  const { ultimos_3_relatorios: reports, ...cards } = (await get('/dashboard/resumo', token)).json()
  return {
    cards: withoutIds(cards),
    reports: reports.map(({ nome }: { nome: string }) => nome),
    emails: (await get('/emails', token)).json().map(({ id: _id, ...row }: { id: string }) => row),
    chart: (await get('/clientes/me/analises', token)).json(),
    imports: (await listImports(database)).map(({ read, added, known }) => [read, added, known].join(' ')),
    rows: await database.query(object({ row: string() }), ROWS),
  }
}
const countOf = async (database: Database, sql: string) =>
  (await database.query(object({ count: int() }), `SELECT count(*)::int AS count ${sql}`))[0]?.count
const serversOf = async ({ database }: { readonly database: Database }) =>
  new Set((await placesOf(database)).map(({ label }) => label)).size

// Rule: M-SHARD-1
// Rule: M-SHARD-2
test('over two and three databases, both ways of import and their removal make the rows and numbers of one', async () => {
  const [one, many] = [await newApi(), await newSpread()]
  const both = async <Value>(act: (api: Api) => Promise<Value>) => {
    const [ours, theirs] = [await act(one), await act(many)]
    return [ours, theirs].map((value) => ({ ...value, seconds: 0, rejectsFile: '' }))
  }
  const expectSame = async () => expect(await contentOf(many)).toEqual(await contentOf(one))
  await both((api) => importLines(api, 'forum', 'um'))
  for (const [count, bulk] of [
    [3, true],
    [2, false],
  ] as const) {
    expect(await many.spreadTo(count)).not.toEqual([])
    expect(await serversOf(many)).toBe(count)
    await expectSame()
    for (const [source, word] of [
      [`s${count}`, 'um'],
      [`s${count}`, 'dois'],
      ['forum', 'um'],
    ] as const) {
      const [ours, theirs] = await both((api) => importLines(api, source, word, bulk))
      expect(theirs).toEqual(ours)
    }
    await expectSame()
    const [ours, theirs] = await both((api) => undo(api, `s${count}`))
    expect(theirs).toEqual(ours)
    await expectSame()
  }
  // One partition of a look-up, and all of them at once for a scan.
  const plan = async (sql: string) =>
    (await many.database.query(object({ 'QUERY PLAN': string() }), `EXPLAIN VERBOSE ${sql}`))
      .map((row) => row['QUERY PLAN'])
      .join('\n')
  const lookUp = await plan(
    `SELECT local FROM credential WHERE address = address_key('${ANA}') AND local = local_part('${ANA}')`,
  )
  expect(lookUp.match(/Remote SQL/g)).toHaveLength(1)
  expect(lookUp).toMatch(/WHERE \(\(address = -?\d+(::bigint)?\)\) AND \(\(local = 'ana'\)\)/)
  expect((await plan('SELECT local FROM credential')).match(/Async Foreign Scan/g)).toHaveLength(8)

  // Moved as a whole into a plain database, and its credentials back home.
  const moved = await newApi()
  await moved.database.script(`TRUNCATE organisation, account, source, import, host, sighting CASCADE;
    ALTER TABLE audit_event DISABLE TRIGGER USER; TRUNCATE audit_event; ALTER TABLE audit_event ENABLE TRIGGER USER`)
  await copyDatabase(many.database, moved.database)
  expect(await moved.database.query(object({ row: string() }), ROWS)).toEqual((await contentOf(one)).rows)
  await many.spreadTo(0)
  await expectSame()
  expect(await serversOf(many)).toBe(1)
  expect(
    await countOf(many.database, "FROM pg_constraint WHERE conrelid = 'credential'::regclass AND contype = 'p'"),
  ).toBe(1)
  expect(await countOf(many.database, 'FROM pg_foreign_server')).toBe(0)
})

// Rule: M-SHARD-1
test('a database with tables, and one of another installation, are refused, and nothing is moved', async () => {
  const [one, other] = [await newDatabase(), await newDatabase()]
  const { shards, spreadTo } = await shardsOf(other)
  await spreadTo(1)
  const [used = ''] = shards
  const settings = { databaseUrl: one.url }
  await expect(spread(one.database, { ...settings, shards: [other.url] })).rejects.toThrow('which is empty')
  await expect(spread(one.database, { ...settings, shards: [used] })).rejects.toThrow('partitions of another database')
  const secret = 'postgresql://me:geheim@127.0.0.1:1/none'
  const failure = spread(one.database, { ...settings, shards: [secret] }).catch(String)
  expect(await failure).toMatch('127.0.0.1:1/none: PostgreSQL: ')
  expect(await failure).not.toMatch('geheim')
  // Another name of a server that has partitions is that server: nothing of it is dropped.
  const alias = used.replace('/postgres-', '/./postgres-').replace('%2Fpostgres-', '%2F.%2Fpostgres-')
  expect(alias).not.toBe(used)
  const shardsOfOther = { databaseUrl: other.url, shards: [alias] }
  expect(await spread(other.database, shardsOfOther)).toEqual([])
  expect(await reachPartition(other.database, 0)).toBeUndefined()
  const twice = spread(other.database, { databaseUrl: other.url, shards: [alias, used] })
  await expect(twice).rejects.toThrow('they are the same database')
  expect(await serversOf(one)).toBe(1)
})

// Rule: M-SHARD-3
test('what a commit leaves on some of the servers is neither lost nor counted twice', async () => {
  const [one, many] = [await newApi(), await newSpread()]
  await many.spreadTo(2)
  for (const api of [one, many]) await importLines(api, 'forum', 'um')
  const expected = await contentOf(one)
  await undo(many, 'forum')
  for (const [at, url] of many.shards.slice(0, 2).entries()) {
    const shard = await open(url)
    const part = (await placesOf(many.database)).find((found) => found.part % 2 === at)?.part
    await shard.script(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION USING ERRCODE = ''57P01'', MESSAGE = ''terminated''; END';
      CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON credential_${part} DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail()`)
    expect(await importLines(many, 'forum', 'um')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(
        /at least \d+ lines were written and stay; run the same import again to finish it$/,
      ),
    })
    await shard.script('DROP FUNCTION fail CASCADE')
  }
  const kept = await countOf(many.database, 'FROM credential')
  expect(kept).toBeGreaterThan(0)
  expect(await importLines(many, 'forum', 'um')).toMatchObject({ kind: 'done' })
  const { emails, cards, rows } = await contentOf(many)
  const firsts = (all: typeof rows) => all.filter(({ row }) => row.startsWith('first'))
  expect([emails, cards.total_vazamentos, firsts(rows)]).toEqual([
    expected.emails,
    expected.cards.total_vazamentos,
    firsts(expected.rows),
  ])
  const added = (await listImports(many.database)).reduce((sum, listed) => sum + listed.added, 0)
  expect(added).toBe(await countOf(many.database, 'FROM credential'))
  await undo(many, 'forum')
  expect(await countOf(many.database, 'FROM credential')).toBe(0)
})

/** Runs the command line in this process. */
const run = (words: string, environment: NodeJS.ProcessEnv) => {
  const parts = { readConfig: () => readConfig(environment), environment, screen: { write: () => true } }
  return createCommandRun((line) => addShardsCommand(line, parts))(...words.split(' '))
}

// Rule: M-SHARD-1
test('the command shows where partitions lie and what it would move, and moves nothing without --yes', async () => {
  const { url, database } = await newDatabase()
  const { shards, spreadTo } = await shardsOf({ url, database })
  const environment = { DATABASE_URL: url, DATABASE_SHARDS: `${url}  ${shards[0]}` }
  expect(await run('shards', {})).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL is not set') })
  expect(await run('shards spread', environment)).toMatchObject({ code: 1, err: expect.stringContaining('add --yes') })
  expect((await placesOf(database)).every(({ label }) => label === undefined)).toBe(true)
  expect(await run('shards', environment)).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 partitions lie elsewhere'),
  })
  expect(await run('shards spread --yes', environment)).toMatchObject({
    code: 0,
    out: '4 partitions were moved, and each row compared.\n',
  })
  expect(await run('shards spread --yes', environment)).toMatchObject({
    code: 0,
    out: 'All partitions lie where DATABASE_SHARDS says.\n',
  })
  expect(await spreadTo(0)).toHaveLength(4)
})

// Threat: T-DB-10
// Rule: M-SHARD-4
// Rule: M-SHARD-5
test('a server that is gone is named, pages that need none of it go on, and all goes on when it is back', async () => {
  const [one, many] = [await newApi(), await newSpread()]
  await many.spreadTo(2)
  for (const api of [one, many]) await importLines(api, 'forum', 'um')
  const before = await contentOf(many)
  const watched: { id: string }[] = (await many.get('/emails', many.token)).json()
  const details = () => Promise.all(watched.map(({ id }) => many.get(`/emails/${id}`, many.token)))
  const bodies = async () => (await details()).map((answer) => answer.json())
  const pages = await bodies()
  await second.end('SIGQUIT')
  try {
    const answers = await Promise.all(
      (await placesOf(many.database)).map(({ part }) =>
        reachPartition(many.database, part).then(() => 'answers', String),
      ),
    )
    expect(answers.filter((said) => said === 'answers')).toHaveLength(4)
    expect(answers[0]).toMatch(/could not connect to server "shard_1": connection to server .* failed/)
    for (const path of ['/emails', '/dashboard/resumo', '/clientes/me/analises'])
      expect((await many.get(path, many.token)).statusCode).toBe(200)
    expect(await importLines(many, 'forum', 'dois')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching('could not connect to server "shard_1"'),
    })
    // Some of the addresses lie on the server that is gone.
    expect(new Set((await details()).map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]))
    expect(many.log.filter((line) => line.includes('could not connect to server \\"shard_1\\"'))).not.toEqual([])
  } finally {
    second = await place.start(SETTINGS)
  }
  expect(await bodies()).toEqual(pages)
  expect((await contentOf(many)).emails).toEqual(before.emails)
  for (const api of [one, many]) await importLines(api, 'forum', 'dois')
  expect((await contentOf(many)).emails).toEqual((await contentOf(one)).emails)

  // From its backup, at another address.
  const kept = await contentOf(many)
  await second.end('SIGINT')
  const restored = await startIn(place)
  const [moved = '', same = ''] = many.shards
  const shards = [moved.replace(/host=.*/, `host=${encodeURIComponent(restored.folder)}`), same]
  expect(await spread(many.database, { databaseUrl: many.url, shards })).toEqual([])
  expect(await contentOf(many)).toEqual(kept)
})
