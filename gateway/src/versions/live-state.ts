import type { Database } from '@atalaia/database'
import { findArtifact } from './artifacts-table.ts'
import { listPointers, readRevision } from './channels-table.ts'
import type { ArtifactRow, Pointer } from './rows.ts'

/** What the gateway knows of the database; a new object whenever anything moved. */
export type LiveState = { readonly revision: number; readonly pointers: readonly Pointer[] }

export type LiveStateOptions = {
  readonly database: Database
  /** Milliseconds between two looks at the revision. */
  readonly poll: number
  readonly onFailure: (error: unknown) => void
}

/** Holds the channels in memory, so that no page waits for the database, and pages go on without it. */
export const createLiveState = async ({ database, poll, onFailure }: LiveStateOptions) => {
  let state: LiveState = { revision: await readRevision(database), pointers: await listPointers(database) }
  // Builds never change; whether one was pruned does not matter to who asks for its files.
  const artifacts = new Map<string, ArtifactRow>()
  // Most files that are asked for are of versions that were never published.
  const missing = new Set<string>()
  let looking: Promise<void> | undefined
  let again = false
  let failing = false

  const look = async () => {
    const revision = await readRevision(database)
    if (revision === state.revision) return
    missing.clear()
    state = { revision, pointers: await listPointers(database) }
  }
  const refresh = (): Promise<void> => {
    if (looking) {
      again = true
      return looking
    }
    looking = (async () => {
      try {
        do {
          again = false
          await look()
        } while (again)
        failing = false
      } catch (error) {
        if (!failing) onFailure(error)
        failing = true
      } finally {
        looking = undefined
      }
    })()
    return looking
  }
  const timer = setInterval(() => void refresh(), poll).unref()

  return {
    current: () => state,
    refresh,
    failing: () => failing,
    artifact: async (name: string, version: string): Promise<ArtifactRow | undefined> => {
      const key = `${name} ${version}`
      const known = artifacts.get(key)
      if (known || missing.has(key)) return known
      const found = await findArtifact(database, name, version)
      if (found) artifacts.set(key, found)
      else if (missing.size < 1000) missing.add(key)
      return found
    },
    forget: (name: string, version: string) => void artifacts.delete(`${name} ${version}`),
    close: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

export type Live = Awaited<ReturnType<typeof createLiveState>>
