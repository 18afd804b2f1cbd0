import { sql } from 'kysely'
import { contentOf, fill, versionsOf } from '../testing/copied-content.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { int, object } from 'zod/mini'
import { copyDatabase } from './copy-database.ts'
import type { Database, Queryable } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const { older, newer } = versionsOf()
const opened: Database[] = []
const newDatabase = async () => {
  const url = await createTestDatabase()
  const database = await openPostgres(url)
  opened.push(database)
  return { database, open: () => openPostgres(url) }
}
const newFilled = async (migrations = older) => {
  const made = await newDatabase()
  await migrate(made.database, migrations)
  await fill(made.database)
  return made
}
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

const copyingBy = (database: Database, copyIn: (on: Queryable) => Queryable['copyIn']): Database => ({
  ...database,
  transaction: (work, options) => database.transaction((on) => work({ ...on, copyIn: copyIn(on) }), options),
})
const tablesOf = async (database: Database) => {
  return (
    await database.query(
      object({ count: int() }),
      sql`SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    )
  )[0]?.count
}

// Rule: M-MOVE-1, M-MOVE-23
test.each([undefined, 'gateway'] as const)(
  'every row, key, reference, sequence and trigger is in the other database (schema %s), which then goes on',
  async (schema) => {
    const versions = versionsOf(schema)
    const source = await newDatabase()
    await migrate(source.database, versions.older)
    await fill(source.database, schema)
    const target = await newDatabase()
    const shares: number[] = []
    const copied = await copyDatabase({
      openSource: source.open,
      target: target.database,
      migrations: versions.newer,
      onProgress: (share) => shares.push(share),
    })
    expect(copied).toEqual({
      status: 'copied',
      tables: [
        { name: 'person', rows: 3000 },
        { name: 'revision', rows: 1 },
        { name: 'team', rows: 2 },
        { name: 'visit', rows: 9000 },
      ],
    })
    expect(shares.at(-1)).toBe(1)
    expect(await contentOf(target.database, schema)).toEqual(await contentOf(source.database, schema))
    // What the source did not have yet is applied as by any start.
    expect(await migrate(target.database, versions.newer)).toEqual(['2-greeting.sql'])
  },
)

// Rule: M-MOVE-1, M-MOVE-23
test('a copy that is cut off leaves the other database empty, and is done by running it again', async () => {
  const source = await newFilled()
  const { database: target } = await newDatabase()
  let pieces = 0
  const broken = copyingBy(target, (on) => (into, rows) => {
    pieces += 1
    return pieces > 3 ? Promise.reject(new Error('the line went dead')) : on.copyIn(into, rows)
  })
  const options = { openSource: source.open, migrations: older }
  await expect(copyDatabase({ ...options, target: broken })).rejects.toThrow('the line went dead')
  expect(await tablesOf(target)).toBe(0)
  expect(await copyDatabase({ ...options, target })).toMatchObject({ status: 'copied' })
})

// Rule: M-MOVE-1, M-MOVE-23
test.each([
  [
    'fewer rows',
    (on: Queryable) => (into: string, rows: Parameters<Queryable['copyIn']>[1]) =>
      into.includes('visit') ? Promise.resolve() : on.copyIn(into, rows),
  ],
  [
    'other rows',
    (on: Queryable) => async (into: string, rows: Parameters<Queryable['copyIn']>[1]) => {
      await on.copyIn(into, rows)
      if (into.includes('visit')) await on.script("UPDATE visit SET page = 'x' WHERE page = 'página 1' AND person = 7")
    },
  ],
])('%s in the other database fail the copy', async (_what, copyIn) => {
  const source = await newFilled()
  const { database: target } = await newDatabase()
  const copying = copyDatabase({ openSource: source.open, target: copyingBy(target, copyIn), migrations: older })
  await expect(copying).rejects.toThrow('table visit: 9000 rows were read, and others came out; nothing was written')
  expect(await tablesOf(target)).toBe(0)
})

// Rule: M-MOVE-1, M-MOVE-23
test('somebody who writes meanwhile waits, and is not left behind', async () => {
  const source = await newFilled()
  const { database: target } = await newDatabase()
  let written: Promise<unknown> | undefined
  let isWritten = false
  const seen: boolean[] = []
  const onProgress = () => {
    written ??= source.database
      .transaction((on) => on.execute(sql`INSERT INTO team (name) VALUES ('late')`), { statementMs: 60_000 })
      .then(() => (isWritten = true))
    seen.push(isWritten)
  }
  await copyDatabase({ openSource: source.open, target, migrations: older, onProgress })
  expect(seen).not.toContain(true)
  await written
  expect(
    await target.query(object({ count: int() }), sql`SELECT count(*)::int AS count FROM team WHERE name = 'late'`),
  ).toEqual([{ count: 0 }])
})

const unopened = () => Promise.reject(new Error('it was opened'))

// Rule: M-MOVE-1, M-MOVE-23
test('a database with tables is no target, one without has nothing to copy, and one of a newer version is refused', async () => {
  const source = await newFilled(newer)
  const empty = await newDatabase()
  const copy = (openSource: () => Promise<Database>, target: Database, migrations = newer) =>
    copyDatabase({ openSource, target, migrations })
  expect(await copy(unopened, source.database)).toEqual({ status: 'target-in-use' })
  expect(await copy(empty.open, (await newDatabase()).database)).toEqual({ status: 'source-empty' })
  await expect(copy(source.open, empty.database, older)).rejects.toThrow('2-greeting.sql')
})
