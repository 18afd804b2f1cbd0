import { versionsOf } from '../../testing/copied-content.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { embeddedBinaries } from '../embedded/binaries.ts'
import { openPostgres } from '../postgres.ts'
import { bringOver } from './bring-over.ts'
import { postgresEngine } from './engines.ts'

const newBringing = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bring-over-'))
  const target = await openPostgres(await createTestDatabase())
  const bring = () =>
    bringOver({ dataDir, server: 'leak-api', target, migrations: versionsOf().newer, log: () => undefined }).finally(
      () => target.close(),
    )
  return { dataDir, bring }
}

// Rule: M-MOVE-2
test('in a folder without an older database there is nothing to bring over', async () => {
  const { dataDir, bring } = await newBringing()
  mkdirSync(join(dataDir, 'postgres'))
  mkdirSync(join(dataDir, 'db.before-postgresql'))
  expect(await bring()).toBe(false)
})

// Rule: M-MOVE-2
test('a folder that the older version still has open is left alone', async () => {
  const { dataDir, bring } = await newBringing()
  mkdirSync(join(dataDir, 'db'))
  const status = readFileSync('/proc/self/stat', 'utf8')
  const started = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
  const born = `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${started}`
  writeFileSync(join(dataDir, 'leak-api.lock'), JSON.stringify({ pid: process.pid, born }))
  await expect(bring()).rejects.toThrow(`process ${process.pid} of the older version still has it: stop that one`)
})

// Rule: M-MOVE-2
test('a folder of a PostgreSQL that this version cannot read is refused with a sentence', async () => {
  const { dataDir, bring } = await newBringing()
  mkdirSync(join(dataDir, 'postgres-9'))
  await expect(bring()).rejects.toThrow(/postgres-9: not brought over .* this version cannot read PostgreSQL 9 on/)
})

// Rule: M-MOVE-2
test('each major version from 17 on that came before the one in use can be read', async () => {
  const { stdout } = await promisify(execFile)(join(await embeddedBinaries(tmpdir()), 'postgres'), ['--version'])
  const current = Number(/ (\d+)/.exec(stdout)?.[1])
  const majors = Array.from({ length: current - 17 }, (_, index) => 17 + index)
  expect(majors.map((major) => postgresEngine(major).name)).not.toEqual([])
})
