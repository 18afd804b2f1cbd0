import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newDataDir, newDataDirWithDatabase, runHere } from '../../../testing/process.ts'
import { leaksCommands } from '../../cli/leaks-commands.ts'

// Rule: M-BACKUP-3
test('the embedded database is copied to a new folder, and never over another one', async () => {
  const leaks = runHere(leaksCommands, await newDataDirWithDatabase())
  const to = join(mkdtempSync(join(tmpdir(), 'backup-')), 'postgres')
  expect(await leaks('backup', to)).toMatchObject({ code: 0, out: `The database is saved in ${to}.\n` })
  expect(existsSync(join(to, 'backup_label'))).toBe(true)
  expect(await leaks('backup', to)).toMatchObject({ code: 2, err: expect.stringContaining('exists already') })
})

// Rule: M-BACKUP-3
test('of an own PostgreSQL the command names the script', async () => {
  const leaks = runHere(leaksCommands, newDataDir(), { DATABASE_URL: 'postgresql://api@host/atalaia' })
  expect(await leaks('backup', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('deploy/backup/backup.sh') })
})
