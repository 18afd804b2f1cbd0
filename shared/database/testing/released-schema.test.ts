import type { Database } from '../src/database.ts'
import { openPostgres } from '../src/postgres.ts'
import { describeSchema, findBreaks } from './released-schema.ts'
import { createTestDatabase } from './test-database.ts'

let database: Database
let released: readonly string[]
beforeAll(async () => {
  database = await openPostgres(await createTestDatabase())
  await database.script(`
    CREATE TABLE note (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL, author text, kind text DEFAULT 'a',
      CONSTRAINT note_kind CHECK (kind IN ('a', 'b')), UNIQUE (text));
    CREATE VIEW shown AS SELECT id, text FROM note`)
  released = await describeSchema(database)
})
afterAll(() => database.close())

const breaksOf = async (sql: string) => {
  let breaks: readonly string[] = []
  const undone = new Error('undone')
  const work = database.transaction(async (on) => {
    await on.script(sql)
    breaks = findBreaks(released, await describeSchema(on))
    throw undone
  })
  await expect(work).rejects.toBe(undone)
  return breaks
}

// Rule: M-SCHEMA-6
test.each([
  ['a new table', 'CREATE TABLE page (id int PRIMARY KEY, note int NOT NULL REFERENCES note)'],
  ['a new column that may be empty', 'ALTER TABLE note ADD COLUMN page int UNIQUE CHECK (page > 0)'],
  ['a new column with a default', 'ALTER TABLE note ADD COLUMN page int NOT NULL DEFAULT 1'],
  [
    'a constraint that is made anew',
    "ALTER TABLE note DROP CONSTRAINT note_kind, ADD CONSTRAINT note_kind CHECK (kind <> '')",
  ],
  ['a constraint that goes', 'ALTER TABLE note DROP CONSTRAINT note_kind'],
  [
    'a view in the place of a table that takes its rows',
    'ALTER TABLE note RENAME TO page; CREATE VIEW note AS SELECT * FROM page',
  ],
  ['a default that comes', "ALTER TABLE note ALTER COLUMN author SET DEFAULT ''"],
])('%s leaves the statements of the last release as they are', async (_what, sql) => {
  expect(await breaksOf(sql)).toEqual([])
})

const USES = 'the last release uses: '
const FILLS = 'the last release writes no value into: '
const AGAINST = 'the last release may write rows against: '

// Rule: M-SCHEMA-6
test.each([
  ['a column that goes', 'ALTER TABLE note DROP COLUMN author', `${USES}note.author text`],
  [
    'a column that a view in the place of its table lacks',
    'ALTER TABLE note RENAME TO page; CREATE VIEW note AS SELECT id, text, kind FROM page',
    `${USES}note.author text`,
  ],
  ['a column of another name', 'ALTER TABLE note RENAME COLUMN author TO writer', `${USES}note.author text`],
  ['another type', 'ALTER TABLE note ALTER COLUMN author TYPE varchar(9)', `${USES}note.author text`],
  ['a column that must be filled', 'ALTER TABLE note ALTER COLUMN author SET NOT NULL', `${USES}note.author text`],
  ['a column that may be empty', 'ALTER TABLE note ALTER COLUMN text DROP NOT NULL', `${USES}note.text text not null`],
  ['a default that goes', 'ALTER TABLE note ALTER COLUMN kind DROP DEFAULT', `${USES}note.kind text default`],
  [
    'a new column without a default',
    'ALTER TABLE note ADD COLUMN page int NOT NULL',
    `${FILLS}note.page integer not null`,
  ],
  ['a key that goes', 'ALTER TABLE note DROP CONSTRAINT note_text_key', `${USES}unique note (text)`],
  ['a key that comes', 'CREATE UNIQUE INDEX ON note (author, kind)', `${AGAINST}unique note (author, kind)`],
  [
    'a constraint that comes',
    "ALTER TABLE note ADD CHECK (author <> '')",
    `${AGAINST}constraint note note_author_check (author)`,
  ],
  ['a view that goes', 'DROP VIEW shown', `${USES}view shown`],
  [
    'a view in the place of a table that takes no rows',
    'ALTER TABLE note RENAME TO all_notes; CREATE VIEW note AS SELECT DISTINCT * FROM all_notes',
    `${USES}table note`,
  ],
])('%s is named as a break with the last release', async (_what, sql, sentence) => {
  expect(await breaksOf(sql)).toContain(sentence)
})
