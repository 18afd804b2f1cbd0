import { migrate, openPostgres } from '@atalaia/database'
import { createCommandLine } from '@atalaia/cli/base'
import { newMigrations } from '@atalaia/database/testing/migration-folder'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { addMigrateCommand, beforeMigrating, untilMigrated } from './migrating.ts'

const PENDING = ['002-authors.sql']

// Rule: M-SCHEMA-2
// Threat: T-DB-16
test('a database of the operator’s is migrated by a server only with consent, and the refusal names both ways; the embedded one is copied', async () => {
  const call = 'npm run leaks -- migrate'
  await expect(beforeMigrating({}, {}, call)(PENDING)).rejects.toThrow(
    "the database's schema is older than this version (002-authors.sql to be applied): " +
      'make a backup, then run npm run leaks -- migrate, or start with MIGRATE=yes',
  )
  await beforeMigrating({}, { migrateAtStart: true }, call)(PENDING)
  let copies = 0
  await beforeMigrating({ keepCopy: async () => void (copies += 1) }, {}, call)(PENDING)
  expect(copies).toBe(1)
})

// Rule: M-SCHEMA-27
test('a server waits for the migration of the operator, says why once, and fails for any other reason', async () => {
  const said: string[] = []
  let opened = 0
  const open = async () => {
    opened += 1
    if (opened < 4) await beforeMigrating({}, {}, 'npm run leaks -- migrate')(PENDING)
    return opened
  }
  expect(await untilMigrated(open, (text) => said.push(text), 0)).toBe(4)
  expect(said).toEqual([expect.stringMatching(/^waits: .*002-authors\.sql.* run npm run leaks -- migrate/)])
  await expect(
    untilMigrated(
      () => Promise.reject(new Error('no server')),
      (text) => said.push(text),
      0,
    ),
  ).rejects.toThrow('no server')
})

// Rule: M-SCHEMA-3, M-SCHEMA-4
test('the command migrates, and with --plan lists what it would do', async () => {
  const url = await createTestDatabase()
  const said: string[] = []
  const line = createCommandLine({
    name: 'leaks',
    call: 'npm run leaks --',
    description: '',
    out: (text) => said.push(text),
    err: (text) => said.push(text),
  })
  const files = { '001-notes.sql': 'CREATE TABLE note (text text)' }
  const more = { ...files, '002-authors.sql': 'ALTER TABLE note ADD COLUMN author text' }
  const first = await openPostgres(url)
  await migrate(first, newMigrations(files))
  await first.close()
  addMigrateCommand(line, async () => ({ database: await openPostgres(url), migrations: newMigrations(more) }))
  const run = async (...words: string[]) => {
    expect(await line.run(['migrate', ...words])).toBe(0)
    return said.splice(0).join('')
  }
  expect(await run('--plan')).toBe(
    '002-authors.sql\n  note: reads and writes wait; no row is touched (few rows, or not analysed)\n' +
      'One transaction applies all of them, and keeps each lock to its end. Nothing was changed.\n',
  )
  expect(await run()).toBe('applied 002-authors.sql\nThe schema is up to date.\n')
  expect(await run('--plan')).toBe('The schema is up to date.\n')
  expect(await run()).toBe('The schema is up to date.\n')
})
