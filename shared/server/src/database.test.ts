import { sql } from '@atalaia/database'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newMigrations } from '@atalaia/database/testing/migration-folder'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { object, string } from 'zod/mini'
import { openDatabase } from './database.ts'

const newOptions = (databaseUrl?: string) => ({
  databaseUrl,
  dataDir: join(mkdtempSync(join(tmpdir(), 'server-')), 'data'),
  server: 'leak-api' as const,
  migrations: newMigrations({}),
})

test('without an address the embedded database is used, in a folder that no other user may enter', async () => {
  const options = newOptions()
  const { database, url } = await openDatabase(options)
  expect(await database.query(object({ user: string() }), sql`SELECT current_user::text AS user`)).toEqual([
    { user: 'leak_api' },
  ])
  expect(url).toContain(encodeURIComponent(join(options.dataDir, 'postgres')))
  expect(statSync(options.dataDir).mode & 0o777).toBe(0o700)
  await database.close()
  expect(existsSync(join(options.dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

// Rule: M-PRIVACY-9
test('a data folder that others could enter is closed to them, whichever database is opened', async () => {
  for (const databaseUrl of [undefined, await createTestDatabase()]) {
    const warnings: string[] = []
    const options = { ...newOptions(databaseUrl), warn: (text: string) => warnings.push(text) }
    mkdirSync(options.dataDir)
    chmodSync(options.dataDir, 0o755)
    const opened = await openDatabase(options)
    await opened.database.close()
    expect(statSync(options.dataDir).mode & 0o777).toBe(0o700)
    expect(warnings.filter((text) => text.includes('it is now closed to them'))).toHaveLength(1)
  }
})

test('a server that cannot be reached rejects', async () => {
  await expect(openDatabase(newOptions('postgresql://nobody@127.0.0.1:9/none'))).rejects.toThrow('ECONNREFUSED')
})
