import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { EmbeddedUser } from '../src/embedded/settings.ts'
import { useEmbedded } from '../src/embedded/embedded.ts'
import { migrate, type MigrationOptions } from '../src/migrate.ts'
import { openPostgres } from '../src/postgres.ts'

export type Schemas = Readonly<Partial<Record<EmbeddedUser, MigrationOptions>>>

const run = promisify(execFile)
const log = (text: string) => void process.stderr.write(`${text}\n`)
const users = ['gateway', 'leak-api'] as const

const templateOf = async (schemas: Schemas): Promise<string> => {
  const hash = createHash('sha256')
  for (const user of users) {
    const folder = schemas[user]?.folder
    hash.update(user)
    for (const name of folder ? (await readdir(folder)).toSorted() : [])
      hash.update(name).update(await readFile(new URL(name, folder)))
  }
  return join(tmpdir(), `atalaia-data-${hash.digest('hex').slice(0, 16)}`)
}

/** Makes the template of {@link newDataFolder}. Workers may race. */
export const makeDataFolder = async (schemas: Schemas): Promise<string> => {
  const template = await templateOf(schemas)
  try {
    await access(template)
  } catch {
    const draft = `${template}.${process.pid}`
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    for (const user of users) {
      const migrations = schemas[user]
      if (migrations === undefined) continue
      const { url, release } = await useEmbedded(draft, { user, log })
      const database = await openPostgres(url)
      await migrate(database, migrations).finally(() => database.close())
      await release()
    }
    await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }))
  }
  return template
}

/** A data folder after a first start. It is made once and copied, because a start takes seconds. */
export const newDataFolder = async (prefix: string, schemas: Schemas): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  // Every file keeps its user, who is not root.
  await run('cp', ['-a', `${await makeDataFolder(schemas)}/.`, dataDir])
  return dataDir
}
