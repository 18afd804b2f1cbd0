/**
 * Files that failed to load. Under an immutable address wrong bytes stay in the HTTP cache for ever, so before a
 * file is tried again it is asked for once past the cache.
 */
export type SuspectFiles = {
  add(address: string): void
  /** Adds the file that a bundle's runtime could not load: webpack says so in the error's `request`. */
  addFrom(error: unknown): void
  /** Resolves when the suspects were asked for anew; one that still does not come is left to the next try. */
  refresh(): Promise<void>
}

export const createSuspectFiles = (fetch: typeof globalThis.fetch): SuspectFiles => {
  const addresses = new Set<string>()
  return {
    add: (address) => void addresses.add(address),
    addFrom: (error) => {
      if (typeof error !== 'object' || error === null || !('request' in error)) return
      if (typeof error.request === 'string') addresses.add(error.request)
    },
    refresh: async () => {
      const asked = [...addresses]
      addresses.clear()
      await Promise.allSettled(asked.map((address) => fetch(address, { cache: 'reload', signal: limit() })))
    },
  }
}

const limit = () => AbortSignal.timeout(5_000)
