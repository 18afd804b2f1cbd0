import type { ArtifactFile } from '@atalaia/contracts'
import type { Ports } from './ports.ts'

/**
 * The files that the page may run: their hashes, and those of them that failed to load. It is the only writer of the
 * hashes, and the only place that fetches a broken file anew (M-FAIL-16).
 *
 * An address never changes its content, so the browser's cache keeps wrong bytes for ever. A file that failed is
 * therefore fetched past the cache before it is tried again.
 */
export type PageFiles = {
  /** Hashes by absolute address. The shell publishes this map for the runtimes of the bundles (M-RELEASE-5). */
  readonly integrity: ReadonlyMap<string, string>
  /** Adds the hashes of the files under `baseUrl`, and returns `baseUrl` as an absolute address. */
  register(baseUrl: string, files: readonly ArtifactFile[]): string
  /**
   * Marks a file as broken. `failed` is its address, or the error of a bundle's runtime that names it in `request`, as
   * webpack does. Anything else, and a file that was never registered, is ignored.
   */
  markBroken(failed: unknown): void
  /**
   * Fetches the broken files whose addresses begin with `prefix` past the cache, and unmarks them. Resolves when all
   * answers are there, after 5 s at the latest. Never rejects: a file that is still broken fails again when it is used.
   */
  refetchBroken(prefix: string): Promise<void>
}

const REFETCH_TIMEOUT_MS = 5_000

export const createPageFiles = ({ fetch, clock, origin }: Pick<Ports, 'fetch' | 'clock' | 'origin'>): PageFiles => {
  const integrity = new Map<string, string>()
  const broken = new Set<string>()

  return {
    integrity,
    register: (baseUrl, files) => {
      const base = new URL(baseUrl, origin).href
      for (const file of files) integrity.set(new URL(file.path, base).href, file.integrity)
      return base
    },
    markBroken: (failed) => {
      const address = addressOf(failed)
      if (address !== undefined && integrity.has(address)) broken.add(address)
    },
    refetchBroken: (prefix) => {
      const addresses = [...broken].filter((address) => address.startsWith(prefix))
      if (addresses.length === 0) return Promise.resolve()
      for (const address of addresses) broken.delete(address)
      const fetched = Promise.allSettled(addresses.map((address) => fetch(address, { cache: 'reload' })))
      return new Promise((resolve) => {
        const cancel = clock.after(REFETCH_TIMEOUT_MS, resolve)
        void fetched.then(() => {
          cancel()
          resolve()
        })
      })
    },
  }
}

/** The address of a file that failed: itself, or the `request` of an error; `undefined` for anything else. */
export const addressOf = (failed: unknown): string | undefined => {
  if (typeof failed === 'string') return failed
  if (typeof failed !== 'object' || failed === null || !('request' in failed)) return undefined
  return typeof failed.request === 'string' ? failed.request : undefined
}
