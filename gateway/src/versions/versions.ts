import type { Descriptor, ShellManifest } from '@atalaia/contracts'
import { listenToPostgres, lockFolder, migrate, openPglite, openPostgres, type Database } from '@atalaia/database'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ArtifactStore } from '../artifacts/artifact-store.ts'
import { defaultLimits, type UploadLimits } from '../publish/limits.ts'
import { publish, type PublishOrder } from '../publish/publish.ts'
import { fileFaults } from '../publish/verify.ts'
import { listArtifacts, listExpired, markPruned } from './artifacts-table.ts'
import { announce, listMoves, lockMoves, NOTICES } from './channels-table.ts'
import { createLiveState } from './live-state.ts'
import { judgeIn, promote, rollback, type MoveResult, type PromoteOrder, type RollbackOrder } from './moves.ts'
import type { Reason } from './rows.ts'
import { sharedSecret } from './seen-table.ts'

export type VersionsOptions = {
  readonly database: Database
  readonly store: ArtifactStore
  /** Of the PostgreSQL server that notices come from; without it, this process is the only one that moves. */
  readonly listenTo?: string
  readonly limits?: UploadLimits
  readonly retentionDays: number
  readonly onFailure?: (error: unknown) => void
}

/** Where published versions live: builds, channels and their history. */
export const openVersions = async (options: VersionsOptions) => {
  const { database, store, limits = defaultLimits, retentionDays, onFailure = () => undefined } = options
  await migrate(database, { folder: new URL('./migrations/', import.meta.url), schema: 'gateway' })
  const secret = await sharedSecret(database, 'signing-secret', () => randomBytes(32).toString('hex'))
  const live = await createLiveState({ database, poll: 500, onFailure })
  const listener = options.listenTo ? listenToPostgres(options.listenTo, NOTICES, () => void live.refresh()) : undefined
  const kept = new Set(
    (await listArtifacts(database))
      .filter(({ prunedAt }) => prunedAt === null)
      .map(({ name, version, digest }) => `${name} ${version} ${digest}`),
  )
  // What was cut off is in nobody's way; that it cannot be removed now must not keep the gateway from starting.
  await store.sweep(({ name, version, digest }) => kept.has(`${name} ${version} ${digest}`)).catch(onFailure)

  const faults = async (name: string, version: string): Promise<Reason[]> => {
    const artifact = await live.artifact(name, version)
    if (!artifact) return []
    const found = await fileFaults(artifact.descriptor, async (path) => {
      const file = await store.open(artifact, path, [])
      return file && buffer(file.stream)
    })
    return found.map((message) => ({ code: 'file', message }))
  }
  const moved = async (result: Promise<MoveResult>) => {
    const known = await result
    await live.refresh()
    return known
  }
  type Surroundings = {
    readonly workspace: () => Promise<readonly Descriptor[]>
    readonly ownShell: () => Promise<ShellManifest | undefined>
  }

  /** Stops following the database, and leaves it open to its other users. */
  const detach = async () => {
    await listener?.close()
    await live.close()
  }

  return {
    database,
    store,
    live,
    secret,
    publish: async (order: PublishOrder) => {
      const published = await publish(order, { database, store, limits })
      await live.refresh()
      return published
    },
    promote: (order: PromoteOrder, around: Surroundings) => moved(promote(order, { database, faults, ...around })),
    rollback: (order: RollbackOrder) => moved(rollback(order, { database })),
    judge: (candidate: Descriptor, channel: string, around: Surroundings) =>
      judgeIn(database, candidate, channel, around),
    artifacts: () => listArtifacts(database),
    history: (remote: string) => listMoves(database, remote),
    /** Removes the files of versions that nobody is pointed to any more; gives their names. */
    prune: async () => {
      const expired = await database.transaction(async (tx) => {
        await lockMoves(tx)
        const found = await listExpired(tx, retentionDays)
        for (const { name, version } of found) await markPruned(tx, name, version)
        await announce(tx)
        return found
      })
      for (const artifact of expired) {
        live.forget(artifact.name, artifact.version)
        await store.remove(artifact)
      }
      return expired.map(({ name, version }) => ({ name, version }))
    },
    detach,
    close: async () => {
      await detach()
      await database.close()
    },
  }
}

export type Versions = Awaited<ReturnType<typeof openVersions>>

export type OpenedDatabase = { readonly database: Database; readonly listenTo?: string }

/** The PostgreSQL at `databaseUrl`, and without one an embedded one in `dataDir`, which belongs to one process. */
export const openGatewayDatabase = async (
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<OpenedDatabase> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (databaseUrl !== undefined) return { database: await openPostgres(databaseUrl), listenTo: databaseUrl }
  const lock = await lockFolder(dataDir, 'gateway')
  if (lock.status === 'taken')
    throw new Error(`data folder ${dataDir}: process ${lock.pid} has it; stop that one, or set DATA_DIR to another`)
  try {
    const database = await openPglite(join(dataDir, 'gateway-db'))
    return { database: { ...database, close: () => database.close().then(() => lock.release()) } }
  } catch (error) {
    await lock.release()
    throw error
  }
}
