import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { newDataDir, runHere, runLeaks } from '../../testing/process.ts'
import { misuseOf } from '../../testing/command-line.ts'
import { addLeakDatabaseCommands, leaksCommands } from './leaks-commands.ts'
import { readConfig } from '../config.ts'

test.each([
  ['move', '--to is missing'],
  ['move --to mysql://x/y', '--to is postgresql://'],
])('"%s" is misuse, and says why', async (words, reason) => {
  const parts = { readConfig: () => readConfig({}), screen: process.stderr }
  const misuse = await misuseOf((line) => addLeakDatabaseCommands(line, parts), words)
  expect(misuse).toEqual({ code: 2, err: expect.stringContaining(reason) })
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

// The command as a process of its own, once for all of them.
test('with DATABASE_URL the import goes straight to that server', async () => {
  const dataDir = newDataDir()
  const file = join(dataDir, 'few.txt')
  writeFileSync(file, 'a@b.com:um\nc@d.com:dois\nmaria\n')
  const database = { DATABASE_URL: await createTestDatabase() }
  const imported = await runLeaks(dataDir, ['import', file, '--source', 'few'], database)
  // Progress is told by time: a slow machine has lines of it.
  expect(imported).toMatchObject({ code: 0, err: expect.not.stringContaining('leaks:') })
  expect(imported.out).toMatch(/lines read +3\n +new +2\n +already known +0\n +rejected +1\n.*few\.txt\.rejects\.csv/)
  expect((await runLeaks(dataDir, ['sources'], database)).out).toContain('few')
})

// Rule: M-MOVE-1
test('what was imported is in the other database after a move, which a second one refuses', async () => {
  const dataDir = newDataDir()
  const file = join(dataDir, 'few.txt')
  writeFileSync(file, 'a@b.com:um\nc@d.com:dois\n')
  const leaks = runHere(leaksCommands, dataDir, { DATABASE_URL: await createTestDatabase() })
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
