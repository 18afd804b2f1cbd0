import { bigintOf, type Int64 } from '../../base/store/text-hash.ts'
import { int64sIn, INT64_ROW_BYTES } from './copy-rows.ts'

/** True where somebody may watch the address or domain; also for one in 60 unwatched keys. */
export type WatchList = (key: Int64) => boolean

const BITS_PER_KEY = 64
const [MIN_BITS, MAX_BITS] = [1024, 2 ** 28]
const MIX = 0x9e3779b1
const HASH_BITS = 32
const BYTE_BITS = 8

/** Makes no mistakes. */
export const createExactWatchList = (keys: Uint8Array): WatchList => {
  const isLikely = createWatchList(keys)
  let known: Set<bigint> | undefined
  return (key) => isLikely(key) && (known ??= new Set(Array.from(int64sIn(keys), bigintOf))).has(bigintOf(key))
}

/** Several keys may share a bit. `keys`: rows of one bigint in COPY's binary format. */
export const createWatchList = (keys: Uint8Array): WatchList => {
  const wanted = Math.max(MIN_BITS, Math.min(MAX_BITS, (keys.length / INT64_ROW_BYTES) * BITS_PER_KEY))
  const width = Math.ceil(Math.log2(wanted))
  const bits = new Uint8Array(2 ** width / BYTE_BITS)
  const bitOf = ({ high, low }: Int64) => Math.imul(high ^ Math.imul(low, MIX), MIX) >>> (HASH_BITS - width)
  for (const key of int64sIn(keys)) {
    const bit = bitOf(key)
    bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7))
  }
  return (key) => {
    const bit = bitOf(key)
    return ((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0
  }
}
