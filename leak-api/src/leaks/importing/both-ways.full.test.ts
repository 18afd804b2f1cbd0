import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { object, string } from 'zod/mini'
import { compile, type Database, sql } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { chunksOf } from '../../../testing/leak-content.ts'
import { FAMILIES, makeLog, pairsOf, readSimply, type MadeLog } from '../../../testing/leak-logs.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { withoutIds } from '../../../testing/without-ids.ts'
import { packFolder } from '../reading/pack-folder.ts'
import { listImports } from './imports-listing.ts'
import { createRemoval } from './removal.ts'
import { isBulkFaster } from './bulk-repository.ts'
import { runImport } from './run-import.ts'

const MONITORED = ['ana@acme.com', 'pessoa1@empresa.com', 'pessoa2@empresa.com', 'nobody@empresa.com']
const BATCH_ROWS = 30

const logsOf = (seeds: readonly number[]): readonly MadeLog[] =>
  seeds.flatMap((seed) => FAMILIES.map((family, at) => makeLog(family, seed * 100 + at)))
const writeLogs = (logs: readonly MadeLog[]): string => {
  const root = mkdtempSync(join(tmpdir(), 'logs-'))
  for (const [at, { folder, files }] of logs.entries())
    for (const [name, content] of files) {
      const path = join(root, `${at} ${folder}`, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
  return root
}
const FIRST = logsOf([1])
const SECOND = logsOf([1, 2])

const withPasswordsOf = (log: MadeLog, other: MadeLog): MadeLog => ({
  ...log,
  files: new Map([...log.files, ...[...other.files].filter(([name]) => /password/i.test(name))]),
})
const repeatedMachine = (): readonly MadeLog[] => {
  const [one, two, three] = [901, 902, 903].map((seed) => FAMILIES.map((family) => makeLog(family, seed))[0])
  if (one === undefined || two === undefined || three === undefined) throw new Error('no family')
  return [withPasswordsOf(one, three), withPasswordsOf(two, one), one]
}
const REPEATED = repeatedMachine()

const FOLDERS = [
  { folder: writeLogs(FIRST), source: 'logs', batchRows: BATCH_ROWS },
  { folder: writeLogs(SECOND), source: 'logs', batchRows: BATCH_ROWS },
  { folder: writeLogs(SECOND), source: 'logs', batchRows: BATCH_ROWS },
  { folder: writeLogs(REPEATED), source: 'more', batchRows: 2 },
]

const distinct = (logs: readonly MadeLog[]) =>
  new Set(
    logs.flatMap((log) =>
      readSimply(log)
        .flatMap(pairsOf)
        .map(({ pair }) => pair),
    ),
  )
const readOf = (logs: readonly MadeLog[]) => logs.flatMap(readSimply).length

const ROWS = sql`SELECT concat_ws(' ', what, seen.address, pair, fingerprint, local, host.name, day, machine, kinds::text, secret, file_name) AS row
  FROM (SELECT 'first' AS what, address, pair, fingerprint, local, sighting, website FROM credential
        UNION ALL SELECT 'again', address, pair, NULL, NULL, sighting, website FROM resighting) AS seen
  JOIN sighting ON sighting.id = seen.sighting JOIN import ON import.id = import_id
  LEFT JOIN host ON host.id = seen.website ORDER BY row`
const rowsIn = (database: Database) => database.query(object({ row: string() }), ROWS)
const LEFT = sql`SELECT relname::text AS row FROM pg_class WHERE relname LIKE 'kept%'`

const numbersOf = async (api: TestApi, token: string) => {
  const { ultimos_3_relatorios: reports, ...cards } = (await api.get('/dashboard/resumo', token)).json()
  return {
    cards: withoutIds(cards),
    reports: reports.map(({ nome }: { nome: string }) => nome),
    emails: (await api.get('/emails', token)).json(),
    chart: (await api.get('/clientes/me/analises', token)).json(),
    imports: (await listImports(api.tools.database)).map(({ read, added, known, rejected, skipped }) =>
      [read, added, known, rejected, skipped].join(' '),
    ),
    rows: await rowsIn(api.tools.database),
  }
}

const undoNewest = async ({ tools }: TestApi) => {
  const removal = createRemoval(tools.database, tools.clock)
  const target = await removal.find('import', (await listImports(tools.database))[0]?.id ?? '')
  if (target) await removal.remove(target)
}

const play = async (database: Database, bulk: boolean) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf('ana@acme.com')
  for (const address of MONITORED) await api.add(address, token)
  const importLogs = async ({ folder, source, batchRows }: (typeof FOLDERS)[number]) => {
    api.clock.advance(60)
    const options = { content: packFolder(folder), fileName: 'logs', source, batchRows, bulk }
    const { seconds: _seconds, ...counts } = { seconds: 0, ...(await runImport(api.tools, options)) }
    return counts
  }
  const states = [await numbersOf(api, token)]
  const outcomes = []
  for (const folder of FOLDERS) {
    outcomes.push(await importLogs(folder))
    states.push(await numbersOf(api, token))
  }
  for (const before of states.slice(0, -1).toReversed()) {
    await undoNewest(api)
    expect(await numbersOf(api, token)).toEqual(before)
  }
  // Ids of addresses differ between two databases.
  const alike = states.map(({ emails, ...state }) => ({
    ...state,
    emails: emails.map(({ id: _id, ...row }: { id: string }) => row),
  }))
  return { outcomes, states: alike, left: await database.query(object({ row: string() }), LEFT) }
}

const linesOf = (word: string) => Array.from({ length: 100 }, (_, at) => `p${at}@empresa.com:${word}\n`)

onPostgres((database) => {
  // Rule: M-IMPORT-12
  // Rule: M-IMPORT-15, M-IMPORT-46
  // Rule: M-IMPORT-21
  test('logs of all families come in with the pairs of a simple reading, both ways alike, and go again', async () => {
    const small = await play(database(), false)
    const [one, both, repeated] = [distinct(FIRST), distinct(SECOND), distinct(REPEATED)]
    expect(small.outcomes).toMatchObject([
      { kind: 'done', read: readOf(FIRST), added: one.size, rejected: 0 },
      { kind: 'done', read: readOf(SECOND), added: both.size - one.size, rejected: 0 },
      { kind: 'done', read: readOf(SECOND), added: 0, rejected: 0 },
      { kind: 'done', read: readOf(REPEATED), added: repeated.size, rejected: 0 },
    ])
    await database().script(
      'DELETE FROM credential; DELETE FROM resighting; TRUNCATE organisation, source, host CASCADE',
    )
    const bulk = await play(database(), true)
    expect(bulk).toEqual(small)
    expect(small.left).toEqual([])
  })

  // Rule: M-IMPORT-21
  test('a large import that is cut off counts nothing and leaves nothing, and is done by running it again', async () => {
    const api = await createTestApi(database())
    const lines = Array.from({ length: 200 }, (_, at) => `p${at}@empresa.com:w${at}\n`)
    const options = { fileName: 'large', source: 'large', batchRows: 40, bulk: true }
    const stop = new AbortController()
    const onProgress = () => stop.abort(new Error('enough'))
    const cut = { ...options, content: chunksOf(...lines), signal: stop.signal, onProgress }
    expect(await runImport(api.tools, cut)).toEqual({
      kind: 'failed',
      message: 'large: enough; of 40 lines read 0 % were written and stay; run the same import again to finish it',
    })
    expect(await database().query(object({ row: string() }), LEFT)).toEqual([])
    expect(await rowsIn(database())).toEqual([])
    // As a killed one leaves it.
    await database().script(`CREATE TABLE kept_${(await listImports(database()))[0]?.id} (row text)`)
    expect(await runImport(api.tools, { ...options, content: chunksOf(...lines) })).toMatchObject({ added: 200 })
    expect(await database().query(object({ row: string() }), LEFT)).toEqual([])
  })

  // Rule: M-IMPORT-21
  test('a large file goes the bulk way only while there is no credential', async () => {
    const { tools } = await createTestApi(database())
    expect(await isBulkFaster(database())).toBe(true)
    await runImport(tools, { content: chunksOf('ana@acme.com:um\n'), fileName: 'few', source: 'few' })
    expect(await isBulkFaster(database())).toBe(false)
  })

  // Rule: M-IMPORT-21
  test('a partition that another import fills meanwhile keeps its rows', async () => {
    const api = await createTestApi(database())
    const importLines = (source: string, word: string, tools = api.tools) =>
      runImport(tools, { content: chunksOf(...linesOf(word)), fileName: source, source, bulk: source === 'large' })
    let others: Promise<unknown> | undefined
    const disturbed: Database = {
      ...database(),
      transaction: (work, options) =>
        database().transaction((transaction) => {
          const execute: typeof transaction.execute = async (statement) => {
            if (compile(statement).sql === 'SELECT pg_advisory_xact_lock($1)')
              await (others ??= importLines('small', 'um'))
            return transaction.execute(statement)
          }
          return work({ ...transaction, execute })
        }, options),
    }
    expect(await importLines('large', 'dois', { ...api.tools, database: disturbed })).toMatchObject({
      added: 100,
      known: 0,
    })
    expect(await others).toMatchObject({ added: 100, known: 0 })
    expect(
      await database().query(object({ row: string() }), sql`SELECT count(*)::int::text AS row FROM credential`),
    ).toEqual([{ row: '200' }])
    expect(await importLines('large', 'dois')).toMatchObject({ added: 0, known: 100 })
  })
})
