import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { newDataDir, newDataDirWithDatabase, runHere, runLeaks } from '../../testing/process.ts'
import { misuseOf } from '../../testing/command-line.ts'
import { addDatabaseCommands } from './database-commands.ts'
import { readConfig } from '../config.ts'
import { addImportCommands } from '../importing/import-commands.ts'
import { progressText } from '../importing/import-text.ts'
import { leaksCommands } from './leaks-commands.ts'

test.each([
  ['import', 'FILE is missing'],
  ['import a.txt', '--source NAME is missing'],
  ['import a.txt b.txt --source x', 'one FILE at a time'],
  ['import a.txt --source x --date 2026-02-30', '--date 2026-02-30 is no day'],
  ['import a.txt --source x --date 2999-01-01', 'is in the future'],
  ['inspect', 'inspect: one PATH is needed'],
  ['undo', 'undo: IMPORT is missing'],
  ['undo x --yes', 'undo: IMPORT is a number of the list of imports, not x'],
  ['sources remove', 'sources remove: NAME is missing'],
  ['sources remove a b --yes', 'sources remove takes 1 operand(s), not 2'],
  ['sources set', 'sources set: NAME is missing'],
  ['sources set x', 'sources set: no fact is given, such as --title TEXT'],
  ['sources set x --leaked-on 2026-02-30', '--leaked-on is no day; write YYYY-MM-DD'],
  ['sources set x --known-on 2999-01-01', '--known-on is in the future'],
  ['sources set x --records many', '--records is a number'],
  ['import a.txt --source x --kind leak', '--kind is one of: breach, stealer log, combo list, paste'],
  ['catalogue import', 'catalogue import: FILE is missing'],
  ['import a.txt --sauce x', "Unknown option '--sauce'"],
])('"%s" is misuse, and says why', async (words, reason) => {
  const misuse = await misuseOf((line, server) => addImportCommands(line, { server, screen: process.stderr }), words)
  expect(misuse).toEqual({ code: 2, err: expect.stringContaining(reason) })
})

test.each([
  ['move', '--to is missing'],
  ['move --to mysql://x/y', '--to is postgresql://'],
  ['move --to embedded', '--to is the database that the rows are in'],
])('"%s" is misuse, and says why', async (words, reason) => {
  const parts = { readConfig: () => readConfig({}), screen: process.stderr }
  const misuse = await misuseOf((line) => addDatabaseCommands(line, parts), words)
  expect(misuse).toEqual({ code: 2, err: expect.stringContaining(reason) })
})

test('progress tells lines, share, rate and time left', () => {
  const counts = { read: 60_000, added: 1, known: 2, rejected: 3, skipped: 4, unclosed: 5 }
  const progress = { kind: 'progress', ...counts, bytes: 1_000_000 } as const
  expect(progressText(progress, 4_000_000, 30)).toBe('60,000 lines · 25 % · 2,000 lines/s · 1 min 30 s left')
})

test('misuse ends with 2, a failure with 1, and both say what is wrong', async () => {
  const dataDir = newDataDir()
  const leaks = runHere(leaksCommands, dataDir)
  expect(await leaks('import', 'a.txt')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--source NAME is missing'),
  })
  expect(await leaks('export')).toMatchObject({
    code: 2,
    err: expect.stringContaining('export: no such command; there are import, imports, sources, catalogue, undo'),
  })
  expect(await leaks('import', '/nowhere/a.txt', '--source', 'x')).toMatchObject({
    code: 1,
    err: 'leaks: /nowhere/a.txt: no such file\n',
  })
})

test('where a command is about to make a database in a folder that no server has, it says so, and which folder it is', async () => {
  const dataDir = newDataDir()
  // Leads nowhere, so that none is made.
  symlinkSync('/nowhere/db', join(dataDir, 'db'))
  const said = `leaks: data folder ${dataDir}: no server runs on it, and a database is made in it; if yours has another one, set DATA_DIR\n`
  expect(await runHere(leaksCommands, dataDir)('sources')).toMatchObject({
    code: 1,
    err: expect.stringContaining(said),
  })
})

// The command as a process of its own, once for all of them.
test('with DATABASE_URL the import goes straight to that server', async () => {
  const dataDir = newDataDir()
  const file = join(dataDir, 'few.txt')
  writeFileSync(file, 'a@b.com:um\nc@d.com:dois\nmaria\n')
  const database = { DATABASE_URL: await createTestDatabase() }
  const imported = await runLeaks(dataDir, ['import', file, '--source', 'few'], database)
  expect(imported).toMatchObject({ code: 0, err: '' })
  expect(imported.out).toMatch(/lines read +3\n +new +2\n +already known +0\n +rejected +1\n.*few\.txt\.rejects\.csv/)
  expect((await runLeaks(dataDir, ['sources'], database)).out).toContain('few')
})

// Rule: M-MOVE-1
test('what was imported into the folder is in PostgreSQL after a move, which a second one refuses', async () => {
  const dataDir = await newDataDirWithDatabase()
  const file = join(dataDir, 'few.txt')
  writeFileSync(file, 'a@b.com:um\nc@d.com:dois\n')
  const leaks = runHere(leaksCommands, dataDir)
  await leaks('import', file, '--source', 'few')
  const DATABASE_URL = await createTestDatabase()
  const moved = await leaks('move', '--to', DATABASE_URL)
  expect(moved).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Start the servers with DATABASE_URL') })
  const again = await runHere(leaksCommands, dataDir, { DATABASE_URL })('import', file, '--source', 'few', '--json')
  expect(JSON.parse(again.out)).toMatchObject({ read: 2, added: 0, known: 2 })
  expect(await leaks('move', '--to', DATABASE_URL)).toMatchObject({
    code: 1,
    err: expect.stringContaining('the database to move to is in use'),
  })
})
