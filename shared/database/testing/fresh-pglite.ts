import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { access, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, type MigrationOptions } from '../src/migrate.ts'
import { ensurePgliteFolder } from '../src/pglite-folder.ts'
import { openPglite } from '../src/pglite.ts'

const [version = 'pglite'] = /pglite@[\d.]+/.exec(createRequire(import.meta.url).resolve('@electric-sql/pglite')) ?? []

/** One folder for each version of PGlite, because their formats may differ. */
const FRESH = join(tmpdir(), `atalaia-fresh-${version}`)

/** Makes `folder` by `fill`, whole or not at all, unless it is there. Another test run, or another worker, may be faster. */
const makeOnce = async (folder: string, fill: (draft: string) => Promise<void>): Promise<void> => {
  try {
    await access(folder)
  } catch {
    const draft = `${folder}.${process.pid}`
    await rm(draft, { recursive: true, force: true })
    await fill(draft)
    await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
  }
}

/** Makes the folder that {@link copyFreshPglite} copies, unless it is there. */
export const makeFreshPglite = (): Promise<void> => makeOnce(FRESH, ensurePgliteFolder)

/**
 * Makes `folder` that of an embedded database without tables, as its first start would: a copy takes a core a twentieth
 * of a second, and the first start some seconds.
 */
export const copyFreshPglite = (folder: string): void => cpSync(FRESH, folder, { recursive: true })

/** The folder of a database with these migrations, by their contents. */
const migratedTemplate = async ({ folder, schema }: MigrationOptions): Promise<string> => {
  const hash = createHash('sha256').update(schema ?? '')
  for (const name of (await readdir(folder)).toSorted()) hash.update(name).update(await readFile(new URL(name, folder)))
  return join(tmpdir(), `atalaia-${version}-${hash.digest('hex').slice(0, 16)}`)
}

/** Makes the folder that {@link copyMigratedPglite} copies, unless it is there, and returns it. */
export const makeMigratedPglite = async (migrations: MigrationOptions): Promise<string> => {
  const migrated = await migratedTemplate(migrations)
  await makeOnce(migrated, async (draft) => {
    await makeFreshPglite()
    copyFreshPglite(draft)
    const database = await openPglite(draft)
    try {
      await migrate(database, migrations)
    } finally {
      await database.close()
    }
  })
  return migrated
}

/**
 * Makes `folder` that of an embedded database with the schema of `migrations`, as a first start leaves it. Migrating takes
 * a new process more than a second of a core; the first call of a test run does it for all.
 */
export const copyMigratedPglite = async (folder: string, migrations: MigrationOptions): Promise<void> =>
  cpSync(await makeMigratedPglite(migrations), folder, { recursive: true })
