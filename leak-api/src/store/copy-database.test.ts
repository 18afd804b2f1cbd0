import { openPostgres, type Database } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { int, object, string } from 'zod/mini'
import { createTestApi } from '../../testing/test-api.ts'
import { copyDatabase } from './copy-database.ts'
import { migrate } from './store.ts'

const ANA = 'ana@acme.com'
/** Rows beyond the 16 MB that are read at once would take too long here; some pages of a partition do. */
const LINES = Array.from({ length: 3000 }, (_, index) => `https://site${index % 9}.com/:p${index}@x.com:w${index}`)

const opened: Database[] = []
const openNew = async (open: () => Promise<Database>): Promise<Database> => {
  const database = await open()
  opened.push(database)
  await migrate(database)
  return database
}
const newPostgres = () => openNew(async () => openPostgres(await createTestDatabase()))
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

const ROWS = `SELECT concat_ws(' ', address, name, encode(fingerprint, 'hex'), first_seen, secret) AS row
  FROM leak JOIN source ON source.id = source_id
  UNION ALL SELECT concat_ws(' ', resighting.address, pair, sighting, website) FROM resighting
  UNION ALL SELECT concat_ws(' ', registered, name, id) FROM host
  UNION ALL SELECT concat_ws(' ', id, file_name, started_at AT TIME ZONE 'UTC', file_hash, lines_new) FROM import ORDER BY 1`

/** The numbers that people see of a database, and its rows. */
const contentOf = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  const { ultimos_3_relatorios: reports, ...cards } = (await api.get('/dashboard/resumo', token)).json()
  return {
    cards,
    reports: reports.map(({ nome }: { nome: string }) => nome),
    emails: (await api.get('/emails', token)).json(),
    chart: (await api.get('/clientes/me/analises', token)).json(),
    rows: await database.query(object({ row: string() }), ROWS),
  }
}
const isEmpty = async (database: Database) => {
  const count = 'SELECT (SELECT count(*) FROM account)::int + (SELECT count(*) FROM credential)::int AS count'
  return (await database.query(object({ count: int() }), count))[0]?.count === 0
}

const fill = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf(ANA)
  await api.add(ANA, token)
  await api.importText('forum', `https://a.com/:${ANA}:um\nhttps://b.com/:${ANA}:um\n${LINES.join('\n')}`)
  await api.importText('loja', `${ANA}:dois\n${ANA}`)
}

// Rule: M-MOVE-1
test('from the folder to a server and back, every number and every row is what it was', async () => {
  const first = await newPostgres()
  await fill(first)
  const before = await contentOf(first)
  // As a bulk import leaves them that was killed.
  await first.script('CREATE TABLE kept_7 (a bigint) PARTITION BY HASH (a); CREATE TABLE kept_7_0_fresh (a bigint)')
  const server = await newPostgres()
  const shares: number[] = []
  const tables = await copyDatabase(first, server, (share) => shares.push(share))
  expect(tables).toContainEqual({ name: 'credential', rows: 3003 })
  expect(shares.at(-1)).toBe(1)
  expect(await contentOf(server)).toEqual(before)

  const folder = await newPostgres()
  expect(await copyDatabase(server, folder)).toContainEqual({ name: 'credential', rows: 3003 })
  expect(await contentOf(folder)).toEqual(before)
  const api = await createTestApi(folder)
  expect(await api.importText('forum', LINES.join('\n'))).toMatchObject({ read: 3000, added: 0, known: 3000 })
  const keys = `SELECT count(*)::int AS count FROM pg_index WHERE indrelid = 'credential'::regclass AND indisprimary AND indisvalid`
  expect(await folder.query(object({ count: int() }), keys)).toEqual([{ count: 1 }])
})

// Rule: M-MOVE-1
test('a move that is cut off leaves the other database empty, and is done by running it again', async () => {
  const server = await newPostgres()
  await fill(server)
  const other = await newPostgres()
  let pieces = 0
  const broken: Database = {
    ...other,
    transaction: (work, options) =>
      other.transaction((transaction) => {
        const copyIn: typeof transaction.copyIn = (target, rows) =>
          (pieces += 1) > 5 ? Promise.reject(new Error('the line went dead')) : transaction.copyIn(target, rows)
        return work({ ...transaction, copyIn })
      }, options),
  }
  await expect(copyDatabase(server, broken)).rejects.toThrow('the line went dead')
  expect(await isEmpty(other)).toBe(true)
  await copyDatabase(server, other)
  expect(await contentOf(other)).toEqual(await contentOf(server))
})

// Rule: M-MOVE-1
test('rows that come out as others fail the move', async () => {
  const server = await newPostgres()
  await fill(server)
  const other = await newPostgres()
  await other.script(`CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.file_name := ''other''; RETURN NEW; END';
    CREATE TRIGGER change BEFORE INSERT ON import FOR EACH ROW EXECUTE FUNCTION change()`)
  await expect(copyDatabase(server, other)).rejects.toThrow('table import: 2 rows were read, and others came out')
  expect(await isEmpty(other)).toBe(true)
})

// Rule: M-MOVE-1
test('somebody who writes meanwhile waits, and is not left behind', async () => {
  const server = await newPostgres()
  await fill(server)
  const other = await newPostgres()
  let written: Promise<unknown> | undefined
  let isWritten = false
  const seen: boolean[] = []
  await copyDatabase(server, other, () => {
    written ??= server
      .transaction((on) => on.execute("INSERT INTO source (name) VALUES ('late')"), { statementMs: 60_000 })
      .then(() => (isWritten = true))
    seen.push(isWritten)
  })
  expect(seen).not.toContain(true)
  await written
  const late = "SELECT count(*)::int AS count FROM source WHERE name = 'late'"
  expect(await other.query(object({ count: int() }), late)).toEqual([{ count: 0 }])
  expect(await server.query(object({ count: int() }), late)).toEqual([{ count: 1 }])
})
