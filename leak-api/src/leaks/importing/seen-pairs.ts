/** Bloom filters: true for few other pairs (10 % after 100 million). */
export type SeenPairs = {
  has(high: number, low: number): boolean
  add(high: number, low: number): void
}

/** 4, 16 and 64 MB. */
const WIDTHS = [20, 22, 24] as const
const WORDS_PER_PAIR = 2
const HASH_BITS = 32
const BIT_BITS = 5

// Pairs are hashes already.
const bitsOf = (low: number) => (1 << low) | (1 << (low >>> BIT_BITS)) | (1 << (low >>> (2 * BIT_BITS)))

const createFilter = (width: number) => {
  const words = new Int32Array(2 ** width)
  const shift = HASH_BITS - width
  const isIn = (one: number, other: number): boolean => {
    const bits = bitsOf(other)
    return ((words[one >>> shift] ?? 0) & bits) === bits
  }
  const put = (one: number, other: number) => {
    const word = one >>> shift
    words[word] = (words[word] ?? 0) | bitsOf(other)
  }
  return {
    room: words.length / WORDS_PER_PAIR,
    // Each half chooses a word, and the other its bits.
    has: (high: number, low: number): boolean => isIn(high, low) && isIn(low, high),
    add: (high: number, low: number) => {
      put(high, low)
      put(low, high)
    },
  }
}

export const createSeenPairs = (): SeenPairs => {
  let filter = createFilter(WIDTHS[0])
  const filters = [filter]
  let left = filter.room
  return {
    has: (high, low) => {
      for (const each of filters) if (each.has(high, low)) return true
      return false
    },
    add: (high, low) => {
      const width = WIDTHS[filters.length]
      if (left === 0 && width !== undefined) {
        filter = createFilter(width)
        filters.push(filter)
        left = filter.room
      }
      left = Math.max(0, left - 1)
      filter.add(high, low)
    },
  }
}
