import { rename } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError as PgError } from 'pg'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { messageOf } from '../message-of.ts'
import { isServerOther } from './binaries.ts'
import { openCluster, StartsElsewhere, type Cluster } from './cluster.ts'
import { copyRunning } from './copy-running.ts'
import type { EmbeddedUser } from './settings.ts'

export type EmbeddedUse = {
  readonly url: string
  /** Copies the running database to the folder `to`, and replaces an earlier copy. */
  copy(to: string): Promise<void>
  /** Ends the use. The last process stops the server. */
  release(): Promise<void>
}

export type EmbeddedOptions = {
  readonly user: EmbeddedUser
  readonly log: (text: string) => void
}

const RETRY_MS = 50
/** Pause between restarts, doubled up to the last value. */
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [1000, 30_000]
/** While another process has the folder. */
const MEANWHILE_MS = 60_000
/** Starting, recovering or ending. */
const CANNOT_CONNECT_NOW = '57P03'
/** SQLSTATEs of a session whose server ends. */
const CUT_OFF = /^57P0[123]$/

/** `busy` while the server starts or ends; `absent`: no server. */
const tryConnect = async (cluster: Cluster): Promise<Client | 'busy' | 'absent'> => {
  const client = new Client({ connectionString: await cluster.url(), application_name: 'atalaia' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    if (!(error instanceof PgError)) return 'absent'
    if (error.code === CANNOT_CONNECT_NOW) return 'busy'
    throw error
  }
}

/** If it has another major version: renames it and makes a new one (M-MOVE-2). */
const putAside = async (cluster: Cluster): Promise<void> => {
  const major = await cluster.otherMajor()
  if (major === undefined) return
  const used = await tryConnect(cluster)
  if (typeof used === 'object') await used.end()
  if (used !== 'absent')
    throw new Error(`${cluster.folder}: PostgreSQL ${major} of an older version still runs in it: stop that one first`)
  await rename(cluster.folder, `${cluster.folder}-${major}`)
}

/** Starts the server when needed. */
const connect = async (cluster: Cluster): Promise<Client> => {
  const began = performance.now()
  for (;;) {
    const found = await tryConnect(cluster)
    if (typeof found === 'object') return found
    try {
      if (found === 'absent') await cluster.start()
      else await delay(RETRY_MS)
    } catch (error) {
      if (!(error instanceof StartsElsewhere) || performance.now() - began > MEANWHILE_MS) throw error
      await delay(RETRY_MS)
    }
  }
}

/** A shared lock, which ends with the process. */
const takeLease = async (cluster: Cluster): Promise<Client> => {
  for (;;) {
    const client = await connect(cluster)
    try {
      await client.query('SELECT pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.embeddedUse])
      return client
    } catch (error) {
      // The last process before this one has just ended the server.
      if (error instanceof PgError && !CUT_OFF.test(error.code ?? '')) throw error
      await client.end().catch(() => undefined)
    }
  }
}

/** The last one stops the server. */
const giveBack = async (client: Client, cluster: Cluster): Promise<void> => {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [ADVISORY_LOCKS.embeddedUse])
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS last', [ADVISORY_LOCKS.embeddedUse])
    if (rows[0]?.last !== true) return
    // Before the end: while the server ends it takes nobody, and this is the long part of it.
    await client.query('CHECKPOINT')
    await cluster.stop()
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * In `dataDir`, a private folder. Makes, starts or adopts the server; the first user of a lost
 * server restarts it. Rejects without PostgreSQL for this platform, or when the server cannot be
 * made or started.
 */
export const useEmbedded = async (dataDir: string, { user, log }: EmbeddedOptions): Promise<EmbeddedUse> => {
  const cluster = openCluster(dataDir)
  await putAside(cluster)
  if ((await cluster.make()) && isServerOther())
    log('PostgreSQL refuses to run as root: it runs as the user nobody, and everything else as root')
  let lease = await takeLease(cluster)
  const ended = new AbortController()
  let reviving: Promise<void> | undefined

  const revive = async (pauseMs = FIRST_PAUSE_MS, before = ''): Promise<void> => {
    if (ended.signal.aborted) return
    try {
      lease = await takeLease(cluster)
      watch()
      log('the embedded PostgreSQL was gone, and is up again')
    } catch (error) {
      const message = messageOf(error)
      if (message !== before) log(message)
      await delay(pauseMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
      await revive(Math.min(pauseMs * 2, LAST_PAUSE_MS), message)
    }
  }
  const watch = () => {
    lease.once('end', () => {
      if (!ended.signal.aborted) reviving = revive()
    })
  }
  watch()
  return {
    url: await cluster.url(user),
    copy: async (to) => {
      const client = await connect(cluster)
      await copyRunning(client, cluster.folder, to).finally(() => client.end())
    },
    release: async () => {
      if (ended.signal.aborted) return
      ended.abort()
      await reviving
      await giveBack(lease, cluster).catch((error: unknown) =>
        log(`the embedded PostgreSQL was not stopped: ${messageOf(error)}`),
      )
    },
  }
}
