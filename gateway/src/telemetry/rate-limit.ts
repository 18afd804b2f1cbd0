export type RateLimit = { readonly most: number; readonly every: number; readonly now: () => number }

/** Says whether `key` may once more within this window of `every` milliseconds. */
export const createRateLimit = ({ most, every, now }: RateLimit) => {
  const counts = new Map<string, number>()
  let began = now()
  return (key: string): boolean => {
    if (now() - began >= every) {
      counts.clear()
      began = now()
    }
    // Whoever invents keys must not fill the memory.
    if (!counts.has(key) && counts.size >= 100_000) return false
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= most
  }
}
