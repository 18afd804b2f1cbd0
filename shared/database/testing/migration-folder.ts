import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MigrationOptions } from '../src/migrate.ts'

/** Makes a folder of migrations, as a version of a server has it. `files` are texts of SQL by their names. */
export const newMigrations = (files: Readonly<Record<string, string>>): MigrationOptions => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  return { folder: pathToFileURL(`${folder}/`) }
}
