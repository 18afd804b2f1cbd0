import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { openDatabase } from './database.ts'

const newOptions = (databaseUrl?: string) => ({
  databaseUrl,
  dataDir: join(mkdtempSync(join(tmpdir(), 'server-')), 'data'),
  lockName: 'leak-api',
  folder: 'db',
})

test('without an address the embedded database has one process, and is free again when closed', async () => {
  const options = newOptions()
  const opened = await openDatabase(options)
  if (opened.status !== 'open') throw new Error(opened.message)
  expect([opened.database.kind, opened.listenTo]).toEqual(['embedded', undefined])
  expect(statSync(options.dataDir).mode & 0o777).toBe(0o700)
  expect(await openDatabase(options)).toEqual({
    status: 'in-use',
    pid: process.pid,
    message: `data folder ${options.dataDir}: process ${process.pid} has it; stop that one, or set DATA_DIR to another`,
  })
  await opened.database.close()
  expect(existsSync(join(options.dataDir, 'leak-api.lock'))).toBe(false)
})

// Rule: M-PRIVACY-9
test('a data folder that others could enter is closed to them, whichever database is opened', async () => {
  for (const databaseUrl of [undefined, await createTestDatabase()]) {
    const warnings: string[] = []
    const options = { ...newOptions(databaseUrl), warn: (text: string) => warnings.push(text) }
    mkdirSync(options.dataDir)
    chmodSync(options.dataDir, 0o755)
    const opened = await openDatabase(options)
    if (opened.status !== 'open') throw new Error(opened.message)
    await opened.database.close()
    expect(statSync(options.dataDir).mode & 0o777).toBe(0o700)
    expect(warnings).toHaveLength(1)
  }
})

test('with an address several processes share the server', async () => {
  const options = newOptions(await createTestDatabase())
  for (const opened of [await openDatabase(options), await openDatabase(options)]) {
    if (opened.status !== 'open') throw new Error(opened.message)
    expect([opened.database.kind, opened.listenTo]).toEqual(['server', options.databaseUrl])
    await opened.database.close()
  }
})

test('a server that cannot be reached rejects', async () => {
  await expect(openDatabase(newOptions('postgresql://nobody@127.0.0.1:9/none'))).rejects.toThrow('ECONNREFUSED')
})
