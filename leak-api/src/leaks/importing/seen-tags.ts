import { randomInt } from 'node:crypto'

export type SeenTags = {
  /** Remembers a new tag, and returns `size()`. `undefined`: no room. */
  placeOf(tag: number): number | undefined
  size(): number
}

const FIRST_SLOTS = 2 ** 16
/** Slots of eight bytes: 64 MB. */
const MAX_SLOTS = 2 ** 23
const MAX_LOAD = 0.75
const HASH_BITS = 32
const RANDOM_BITS = 31

/** `maxSlots`: a power of two. Default: 64 MB. */
export const createSeenTags = (maxSlots = MAX_SLOTS): SeenTags => {
  // Nobody can choose tags that all have neighbouring slots.
  const mix = 2 * randomInt(2 ** RANDOM_BITS) + 1
  let slots = Math.min(FIRST_SLOTS, maxSlots)
  let shift = HASH_BITS - Math.log2(slots)
  /** Each slot: tag, then place plus 1; 0 is empty. */
  let table = new Int32Array(2 * slots)
  let size = 0

  const slotOf = (tag: number): number => {
    let slot = Math.imul(tag, mix) >>> shift
    while (table[2 * slot + 1] !== 0 && table[2 * slot] !== tag) slot = (slot + 1) & (slots - 1)
    return slot
  }
  const put = (slot: number, tag: number, place: number) => {
    table[2 * slot] = tag
    table[2 * slot + 1] = place + 1
  }
  const grow = () => {
    const before = table
    slots *= 2
    shift -= 1
    table = new Int32Array(2 * slots)
    for (let at = 0; at < before.length; at += 2) {
      const [tag = 0, next = 0] = [before[at], before[at + 1]]
      if (next !== 0) put(slotOf(tag), tag, next - 1)
    }
  }
  return {
    placeOf: (tag) => {
      const slot = slotOf(tag)
      const next = table[2 * slot + 1] ?? 0
      if (next !== 0) return next - 1
      if (size >= slots * MAX_LOAD) {
        if (slots >= maxSlots) return undefined
        grow()
        put(slotOf(tag), tag, size)
      } else put(slot, tag, size)
      size += 1
      return size - 1
    },
    size: () => size,
  }
}
