import type { ArtifactFile } from '@atalaia/contracts'
import type { Ports } from './ports.ts'

/**
 * Hashes of the page's files, and files that failed to load. Only this type writes hashes and
 * refetches broken files (M-FAIL-16). An address never changes its content, so the browser caches
 * wrong bytes for ever. A retry therefore bypasses the cache.
 */
export type PageFiles = {
  /** Hashes by absolute address, published for bundle runtimes (M-RELEASE-5). */
  readonly integrity: ReadonlyMap<string, string>
  /** Adds hashes, and returns the absolute `baseUrl`. */
  register(baseUrl: string, files: readonly ArtifactFile[]): string
  /**
   * Marks a file as broken, by address or by an error's `request`, like webpack's. Ignores anything
   * unregistered.
   */
  markBroken(failed: unknown): void
  /**
   * Refetches broken files under `prefix` past the cache, and unmarks them. Resolves after all
   * answers, within 5 s. Never rejects.
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

/** A failed file's address, or an error's `request`. */
export const addressOf = (failed: unknown): string | undefined => {
  if (typeof failed === 'string') return failed
  if (typeof failed !== 'object' || failed === null || !('request' in failed)) return undefined
  return typeof failed.request === 'string' ? failed.request : undefined
}
