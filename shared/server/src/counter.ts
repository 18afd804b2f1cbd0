export type Count = {
  readonly points: number
  readonly remainingMs: number
}

/** Temporary counts by key, on a monotonic clock. */
export type Counter = {
  /** Adds `points`, perhaps negative; never below 0. Starts a missing count with `durationMs`. */
  add(key: string, points: number, durationMs: number): Promise<Count>
  get(key: string): Promise<Count | undefined>
  set(key: string, points: number, durationMs: number): Promise<void>
  delete(key: string): Promise<void>
}

const MAX_KEYS = 20_000

/** At most 20,000 keys; the least recently written goes first. */
export const createMemoryCounter = (): Counter => {
  const kept = new Map<string, { readonly points: number; readonly end: number }>()
  const put = (key: string, points: number, end: number) => {
    kept.delete(key)
    kept.set(key, { points, end })
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEYS && oldest !== undefined) kept.delete(oldest)
  }
  const find = (key: string) => {
    const found = kept.get(key)
    return found !== undefined && found.end > performance.now() ? found : undefined
  }
  return {
    add: async (key, points, durationMs) => {
      const now = performance.now()
      const { points: before, end } = find(key) ?? { points: 0, end: now + durationMs }
      const sum = Math.max(before + points, 0)
      put(key, sum, end)
      return { points: sum, remainingMs: end - now }
    },
    get: async (key) => {
      const found = find(key)
      return found && { points: found.points, remainingMs: found.end - performance.now() }
    },
    set: async (key, points, durationMs) => put(key, points, performance.now() + durationMs),
    delete: async (key) => void kept.delete(key),
  }
}
