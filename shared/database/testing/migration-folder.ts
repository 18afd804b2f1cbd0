import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MigrationOptions } from '../src/migrate.ts'

export const newMigrations = (files: Readonly<Record<string, string>>): MigrationOptions => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  return { folder: pathToFileURL(`${folder}/`) }
}
