import { constants } from 'node:fs'
import { cp, readdir, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { copyDatabase } from '../copy-database.ts'
import { DatabaseUnavailableError, type Database } from '../database.ts'
import { giveToServer } from '../embedded/binaries.ts'
import { openCluster } from '../embedded/cluster.ts'
import type { EmbeddedUser } from '../embedded/settings.ts'
import { messageOf } from '../message-of.ts'
import type { MigrationOptions } from '../migrate.ts'
import { openPostgres } from '../postgres.ts'
import { PGLITE, postgresEngine, type Engine } from './engines.ts'
import { fetchEngine } from './fetch-engine.ts'
import { holderOf } from './old-holder.ts'
import { startOldPglite, type OldServer } from './old-pglite.ts'

export type BringOverOptions = {
  readonly dataDir: string
  readonly server: EmbeddedUser
  readonly target: Database
  readonly migrations: MigrationOptions
  readonly log: (line: string) => void
}

const PGLITE_FOLDERS = { gateway: 'gateway-db', 'leak-api': 'db' }

const WORKPLACE = 'old-engine'
const COPY = 'postgres'
/** Exist while a server runs. */
const RUNNING = ['postmaster.pid', 'run']

type OldDatabase = {
  readonly folder: string
  readonly keptAs: string
  readonly engine: () => Engine
  readonly start: (engine: string, copy: string) => Promise<OldServer>
  /** True when no other database needs the engine. */
  readonly isLast: () => Promise<boolean>
}

const startOldPostgres = async (engine: string, copy: string, server: EmbeddedUser): Promise<OldServer> => {
  for (const path of ['', ...(await readdir(copy, { recursive: true }))]) await giveToServer(join(copy, path))
  const cluster = openCluster(join(copy, '..'), undefined, () => Promise.resolve(join(engine, 'native', 'bin')))
  await cluster.start()
  return { url: await cluster.url(server), stop: () => cluster.stop() }
}

/** Newest first. `postgres-17` was set aside by a version with another PostgreSQL. */
const findOldDatabases = async (dataDir: string, server: EmbeddedUser): Promise<OldDatabase[]> => {
  const names = await readdir(dataDir)
  const majors = names.flatMap((name) => /^postgres-(\d+)$/.exec(name)?.[1] ?? []).map(Number)
  const found: OldDatabase[] = majors
    .toSorted((a, b) => b - a)
    .map((major) => {
      const folder = join(dataDir, `postgres-${major}`)
      return {
        folder,
        keptAs: folder,
        engine: () => postgresEngine(major),
        start: (engine, copy) => startOldPostgres(engine, copy, server),
        // The other server's rows may be in it.
        isLast: () => Promise.resolve(false),
      }
    })
  const folder = join(dataDir, PGLITE_FOLDERS[server])
  if (names.includes(PGLITE_FOLDERS[server]))
    found.push({
      folder,
      keptAs: `${folder}.before-postgresql`,
      engine: () => PGLITE,
      start: startOldPglite,
      isLast: async () => !(await readdir(dataDir)).some((name) => Object.values(PGLITE_FOLDERS).includes(name)),
    })
  return found
}

/** A new engine may answer later than a pool's three seconds. */
const CONNECT_ATTEMPTS = 20

const connect = async (url: string, attempts = CONNECT_ATTEMPTS): Promise<Database> => {
  try {
    return await openPostgres(url, 1)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError) || attempts <= 1) throw error
    return connect(url, attempts - 1)
  }
}

/** Opens a copy of the old database. `close` removes the copy. */
const openOld = async (old: OldDatabase, { dataDir, server, log }: BringOverOptions): Promise<Database> => {
  const holder = await holderOf(join(dataDir, `${server}.lock`))
  if (holder !== undefined) throw new Error(`process ${holder} of the older version still has it: stop that one`)
  log(`bringing the database of an older version over to PostgreSQL: ${old.folder}`)
  const engine = await fetchEngine(join(dataDir, WORKPLACE), old.engine(), log)
  const copy = join(dataDir, WORKPLACE, COPY)
  const remove = () => rm(copy, { recursive: true, force: true })
  await remove()
  try {
    const filter = (path: string) => !RUNNING.includes(relative(old.folder, path))
    await cp(old.folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, filter })
    const { url, stop } = await old.start(engine, copy)
    const end = () => stop().finally(remove)
    try {
      const source = await connect(url)
      return { ...source, close: () => source.close().finally(end) }
    } catch (error) {
      await end()
      throw error
    }
  } catch (error) {
    await remove()
    throw error
  }
}

const percent = (share: number) => Math.floor(share * 10) * 10

/**
 * Copies the data of an older engine or PostgreSQL version into `target`, and compares every row.
 * Returns false when there was nothing to copy, or `target` has tables. The old folder is renamed
 * and never changed. After a failure or a kill, the next start begins again (M-MOVE-2).
 * `dataDir/old-engine` holds the engine until the copy is complete.
 */
export const bringOver = async (options: BringOverOptions): Promise<boolean> => {
  const { dataDir, server, target, migrations, log } = options
  for (const old of await findOldDatabases(dataDir, server)) {
    const { folder, keptAs } = old
    const openSource = () => openOld(old, options)
    let told = 0
    const onProgress = (share: number) => {
      if (percent(share) <= told) return
      told = percent(share)
      log(`${told} % read`)
    }
    const copied = await copyDatabase({ openSource, target, migrations, onProgress }).catch((cause: unknown) => {
      throw new Error(`${folder}: not brought over to PostgreSQL, and nothing was changed: ${messageOf(cause)}`, {
        cause,
      })
    })
    if (copied.status !== 'copied') continue
    const kept = await rename(folder, keptAs).then(
      () => keptAs,
      () => folder,
    )
    if (await old.isLast()) await rm(join(dataDir, WORKPLACE), { recursive: true, force: true })
    const rows = copied.tables.reduce((sum, table) => sum + table.rows, 0)
    log(`${rows} rows of ${copied.tables.length} tables were copied and compared; the old folder is kept as ${kept}`)
    return true
  }
  return false
}
