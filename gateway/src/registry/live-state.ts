import type { Database } from '@atalaia/database'
import { createHash } from 'node:crypto'
import { findArtifact } from './repository/artifacts.ts'
import { listPointers, readRevision } from './repository/channels.ts'
import type { ArtifactRow, Pointer } from './repository/records.ts'

/** All channels at one revision. A new object whenever anything has changed. */
export type ChannelState = { readonly revision: number; readonly pointers: readonly Pointer[] }

/**
 * The channels as this process knows them, in memory: no page waits for the database, and pages go on when it is gone.
 * A change that another gateway makes is known after a notice, or at the latest after the next poll.
 */
export type LiveState = {
  /** The channels as last read. The same object until something changes. */
  current(): ChannelState
  /** Reads the channels again if the revision has changed. Never rejects: a failure leaves the last known state. */
  refresh(): Promise<void>
  /** Whether the last attempt to read the database failed. */
  failing(): boolean
  /**
   * A published version, pruned or not; `undefined` for one that was never published. Asks the database once for each
   * version, and rejects when that fails.
   */
  artifact(name: string, version: string): Promise<ArtifactRow | undefined>
  /** Drops what is kept of a version, so that the next call reads it again. */
  forget(name: string, version: string): void
  /** Stops polling, and waits for a read that is under way. */
  close(): Promise<void>
}

export type LiveStateOptions = {
  readonly database: Database
  /** Milliseconds between two reads of the revision. */
  readonly pollMs: number
  /** Called when reading starts to fail, once until it succeeds again. */
  readonly onFailure: (error: unknown) => void
}

/** The hundredth of all browsers that `browser` belongs to for one remote: 0 to 99, always the same. */
const bucketOf = (browser: string, remote: string): number =>
  createHash('sha256').update(`${browser} ${remote}`).digest().readUInt32BE(0) % 100

/**
 * The version that a browser gets from a channel: the canary version when the browser is among its share, else the
 * version for everybody. `null`: nothing that was published. Without a browser id there is no canary.
 */
export const pickVersion = ({ remote, version, candidate, percent }: Pointer, browser: string | undefined) =>
  candidate !== null && percent !== null && browser !== undefined && bucketOf(browser, remote) < percent
    ? candidate
    : version

/** Limits the unknown versions that are remembered, so that invented ones cannot exhaust memory. */
const MAX_MISSING = 1000

/** Reads the channels and follows them until it is closed. Rejects when the first read fails. */
export const createLiveState = async ({ database, pollMs, onFailure }: LiveStateOptions): Promise<LiveState> => {
  let state: ChannelState = { revision: await readRevision(database), pointers: await listPointers(database) }
  // Builds never change; whether one was pruned does not matter to whoever asks for its files.
  const artifacts = new Map<string, ArtifactRow>()
  // Most files that are asked for are of versions that were never published.
  const missing = new Set<string>()
  let reading: Promise<void> | undefined
  let again = false
  let failing = false

  const read = async () => {
    const revision = await readRevision(database)
    if (revision === state.revision) return
    missing.clear()
    state = { revision, pointers: await listPointers(database) }
  }
  const refresh = (): Promise<void> => {
    if (reading) {
      again = true
      return reading
    }
    reading = (async () => {
      try {
        do {
          again = false
          await read()
        } while (again)
        failing = false
      } catch (error) {
        if (!failing) onFailure(error)
        failing = true
      } finally {
        reading = undefined
      }
    })()
    return reading
  }
  const timer = setInterval(() => void refresh(), pollMs).unref()

  return {
    current: () => state,
    refresh,
    failing: () => failing,
    artifact: async (name, version) => {
      const key = `${name} ${version}`
      const known = artifacts.get(key)
      if (known || missing.has(key)) return known
      const found = await findArtifact(database, name, version)
      if (found) artifacts.set(key, found)
      else if (missing.size < MAX_MISSING) missing.add(key)
      return found
    },
    forget: (name, version) => void artifacts.delete(`${name} ${version}`),
    close: async () => {
      clearInterval(timer)
      await reading
    },
  }
}
