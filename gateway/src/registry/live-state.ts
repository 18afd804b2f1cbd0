import type { GrantFacts, Pointer } from '@atalaia/artifact'
import type { Database } from '@atalaia/database'
import { isInAudience, NO_FACTS, type AudienceFacts } from './canary/audience.ts'
import { createHash } from 'node:crypto'
import { agreesWithEarlier, findArtifact, findHolder } from './repository/artifacts-repository.ts'
import { listFallbacks, listGrants, listOwned, listPointers, readRevision } from './repository/channels-repository.ts'
import type { ArtifactRow } from './repository/records.ts'
import { areNamedByContent } from './storage/artifact.ts'

/** All channels, grants and reservations at one revision. Each change makes a new object. */
export type ChannelState = GrantFacts & {
  readonly revision: number
  readonly pointers: readonly Pointer[]
  /** The previous version of a channel, by `channelKey`. Absent without one, or after it was pruned. */
  readonly fallbacks: ReadonlyMap<string, string>
}

/**
 * - `ready`: the last read succeeded, within {@link MAX_AGE_MS}.
 * - `down`: the last read failed (M-FAIL-19).
 * - `stale`: no read has ended for {@link MAX_AGE_MS}; the served state may be outdated (M-FAIL-20).
 */
export type LiveHealth = 'ready' | 'down' | 'stale'

const LOOK_LIMIT_MS = 3000
const MAX_AGE_MS = 8000

/**
 * The channels in memory, so that pages work without the database. Changes of other gateways arrive
 * by notice, or with the next poll (M-CHANNEL-6).
 */
export type LiveState = {
  /** The same object until a change. */
  current(): ChannelState
  /** Reads the channels when the revision changed. Never rejects: a failure keeps the last state. */
  refresh(): Promise<void>
  /** Milliseconds since the start of the last successful read. */
  ageMs(): number
  health(): LiveHealth
  /**
   * A published version, pruned or not. Asks the database once per version, and rejects when that
   * fails.
   */
  artifact(name: string, version: string): Promise<ArtifactRow | undefined>
  /** Like `artifact`, for versions that a channel had; otherwise `undefined` (M-PUBLISH-15). */
  promoted(name: string, version: string): Promise<ArtifactRow | undefined>
  /**
   * Whether the files of a published version have the same content under their names in all versions, so that they are
   * addressed without it (M-RELEASE-14). Asks the database once for each version; `false` while that fails.
   */
  isNamedByContent(artifact: ArtifactRow): Promise<boolean>
  /** A kept version that was promoted before and has this file. Rejects when the database fails. */
  holder(name: string, path: string): Promise<ArtifactRow | undefined>
  /** Drops the cached version, so that the next call reads it again. */
  forget(name: string, version: string): void
  /** Stops polling, and waits for a running read. */
  close(): Promise<void>
}

export type LiveStateOptions = {
  readonly database: Database
  readonly pollMs: number
  /** Runs once when reads start to fail, and again after the next success. */
  readonly onFailure: (error: unknown) => void
  /** Milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly now?: () => number
}

/** Assigns a browser to a constant hundredth (0 to 99) per remote (M-CANARY-1, M-AUDIENCE-5). */
const bucketOf = (browser: string, remote: string): number =>
  createHash('sha256').update(`${browser} ${remote}`).digest().readUInt32BE(0) % 100

export type Recipient = { readonly browser?: string | undefined; readonly facts?: AudienceFacts | undefined }

/**
 * Picks the canary version when the browser is in its audience and share, else the stable version.
 * `null` without a published version. A browser without an id gets no canary.
 */
export const pickVersion = (
  { remote, version, candidate, percent, audience }: Pointer,
  { browser, facts = NO_FACTS }: Recipient,
) =>
  candidate !== null &&
  percent !== null &&
  browser !== undefined &&
  isInAudience(audience, facts) &&
  bucketOf(browser, remote) < percent
    ? candidate
    : version

/** Bounds memory against invented versions. */
const MAX_MISSING = 1000

/** Cached until the next revision: unpromoted versions, and names that no version has. */
const nothingKnown = () => ({ unpromoted: new Map<string, ArtifactRow>(), missing: new Set<string>() })

/** Follows the channels until it is closed. Rejects when the first read fails. */
export const createLiveState = async (options: LiveStateOptions): Promise<LiveState> => {
  const { database, pollMs, onFailure, now = () => performance.now() } = options
  const look = database.within(LOOK_LIMIT_MS)
  // Builds never change; whether one was pruned does not matter to whoever asks for its files.
  const artifacts = new Map<string, ArtifactRow>()
  // A read that began before the revision does not count for it: it puts what it found into the one before.
  let ofRevision = nothingKnown()
  const namedByContent = new WeakMap<ArtifactRow, boolean>()
  let reading: Promise<void> | undefined
  let again = false
  let failing = false

  const artifact = async (name: string, version: string) => {
    const key = `${name} ${version}`
    const { unpromoted, missing } = ofRevision
    const known = artifacts.get(key) ?? unpromoted.get(key)
    if (known || missing.has(key)) return known
    const found = await findArtifact(look, name, version)
    if (found) (found.promotedAt === null ? unpromoted : artifacts).set(key, found)
    else if (missing.size < MAX_MISSING) missing.add(key)
    return found
  }
  const isNamedByContent = async (row: ArtifactRow): Promise<boolean> => {
    const known = namedByContent.get(row)
    if (known !== undefined) return known
    try {
      const found = areNamedByContent(row.descriptor) && (await agreesWithEarlier(look, row))
      namedByContent.set(row, found)
      return found
    } catch {
      return false
    }
  }
  const readState = async (revision: number): Promise<ChannelState> => {
    ofRevision = nothingKnown()
    const pointers = await listPointers(look)
    for (const { remote, version, candidate } of pointers)
      for (const live of [version, candidate]) {
        const row = live === null ? undefined : await artifact(remote, live)
        if (row) await isNamedByContent(row)
      }
    const [granted, owned] = [await listGrants(look), await listOwned(look)]
    return { revision, pointers, granted, owned, fallbacks: await listFallbacks(look) }
  }
  let lookedAt = now()
  let state = await readState(await readRevision(look))

  const read = async () => {
    const began = now()
    const revision = await readRevision(look)
    if (revision !== state.revision) state = await readState(revision)
    lookedAt = began
    failing = false
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
      } catch (error) {
        if (!failing) onFailure(error)
        failing = true
      } finally {
        reading = undefined
      }
    })()
    return reading
  }
  const holder = async (name: string, path: string) => {
    const live = state.pointers.filter(({ remote }) => remote === name)
    const has = ({ descriptor }: ArtifactRow) => descriptor.artifact.files.some((file) => file.path === path)
    for (const version of live.flatMap((pointer) => [pointer.version, pointer.candidate])) {
      const row = version === null ? undefined : await artifact(name, version)
      if (row && has(row) && (await isNamedByContent(row))) return row
    }
    const key = `${name}/${path}`
    const { missing } = ofRevision
    if (live.length === 0 || missing.has(key)) return undefined
    const found = await findHolder(look, name, path)
    if (!found && missing.size < MAX_MISSING) missing.add(key)
    return found
  }
  const promoted = async (name: string, version: string) => {
    const found = await artifact(name, version)
    if (found?.promotedAt !== null) return found
    // Another gateway may have promoted it a moment ago.
    await refresh()
    const anew = await artifact(name, version)
    return anew?.promotedAt === null ? undefined : anew
  }
  const timer = setInterval(() => void refresh(), pollMs).unref()

  return {
    current: () => state,
    refresh,
    ageMs: () => now() - lookedAt,
    health: () => {
      if (failing) return 'down'
      return now() - lookedAt > MAX_AGE_MS ? 'stale' : 'ready'
    },
    artifact,
    promoted,
    isNamedByContent,
    holder,
    forget: (name, version) => {
      artifacts.delete(`${name} ${version}`)
      ofRevision.unpromoted.delete(`${name} ${version}`)
    },
    close: async () => {
      clearInterval(timer)
      await reading
    },
  }
}
