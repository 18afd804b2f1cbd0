import type { Int64 } from '../../base/store/text-hash.ts'
import { createSeenPairs, type SeenPairs } from './seen-pairs.ts'
import type { WatchList } from './watch-list.ts'

export type RowKey = { readonly address: Int64; readonly domain: Int64; readonly pair: Int64 }

export type SplitRows = {
  /** Unwatched rows that equal no other so far, about in key order (M-IMPORT-22). */
  readonly fresh: readonly number[]
  readonly rest: readonly number[]
}

export type FreshRows = {
  add(key: RowKey): void
  take(): SplitRows
}

/** They fit into a double. */
const [DOMAIN_BITS, LOCAL_BITS, PLACE_BITS] = [20, 13, 20]
const HASH_BITS = 32
const MIN_INT32 = -(2 ** 31)
const PLACES = 2 ** PLACE_BITS

const orderOf = ({ high, low }: Int64): number =>
  ((high ^ MIN_INT32) >>> (HASH_BITS - DOMAIN_BITS)) * 2 ** LOCAL_BITS + (low >>> (HASH_BITS - LOCAL_BITS))

/** Objects would cost 80 MB. */
type Unwatched = Readonly<Record<'rows' | 'orders' | 'highs' | 'lows', number[]>>

/** A compare function takes ten times as long. */
const placesInOrder = (orders: readonly number[]): Float64Array => {
  const numbers = new Float64Array(orders.length)
  for (let place = 0; place < orders.length; place += 1) numbers[place] = (orders[place] ?? 0) * PLACES + place
  return numbers.toSorted()
}

const repeatedIn = (group: readonly number[], { highs, lows }: Unwatched): ReadonlySet<number> => {
  const keyOf = (place: number) => `${highs[place]} ${lows[place]}`
  const times = new Map<string, number>()
  for (const place of group) times.set(keyOf(place), (times.get(keyOf(place)) ?? 0) + 1)
  return new Set(group.filter((place) => times.get(keyOf(place)) !== 1))
}

const nothing = (): Unwatched => ({ rows: [], orders: [], highs: [], lows: [] })

const splitUnwatched = (unwatched: Unwatched): SplitRows => {
  const { rows, orders } = unwatched
  if (rows.length > PLACES) return { fresh: [], rest: rows }
  const fresh: number[] = []
  const rest: number[] = []
  const sorted = placesInOrder(orders)
  const orderAt = (at: number) => Math.floor((sorted[at] ?? 0) / PLACES)
  const placeAt = (at: number) => (sorted[at] ?? 0) - orderAt(at) * PLACES
  let end = 0
  for (let start = 0; start < sorted.length; start = end) {
    const next = (orderAt(start) + 1) * PLACES
    for (end = start + 1; (sorted[end] ?? next) < next;) end += 1
    if (end === start + 1) {
      fresh.push(rows[placeAt(start)] ?? 0)
      continue
    }
    // Equal pairs have one address, and so one order.
    const group = Array.from({ length: end - start }, (_, offset) => placeAt(start + offset))
    const repeated = repeatedIn(group, unwatched)
    for (const place of group) (repeated.has(place) ? rest : fresh).push(rows[place] ?? 0)
  }
  return { fresh, rest }
}

export const createFreshRows = (watched: WatchList | undefined): FreshRows => {
  let seen: SeenPairs | undefined
  let count = 0
  let held: number[] = []
  let unwatched = nothing()
  let last = nothing()

  // Of the first batch only when another row comes: most imports have one, and nothing to remember.
  const remember = () => {
    const { highs, lows } = last
    if (highs.length === 0) return
    seen ??= createSeenPairs()
    for (let place = 0; place < highs.length; place += 1) seen.add(highs[place] ?? 0, lows[place] ?? 0)
    last = nothing()
  }
  return {
    add: ({ address, domain, pair }) => {
      remember()
      const row = count++
      if (watched === undefined || watched(address) || watched(domain) || seen?.has(pair.high, pair.low) === true) {
        held.push(row)
        return
      }
      unwatched.rows.push(row)
      unwatched.highs.push(pair.high)
      unwatched.lows.push(pair.low)
      unwatched.orders.push(orderOf(address))
    },
    take: () => {
      const { fresh, rest } = splitUnwatched(unwatched)
      const taken = { fresh, rest: [...held, ...rest] }
      if (unwatched.rows.length > 0) last = unwatched
      if (seen) remember()
      unwatched = nothing()
      held = []
      count = 0
      return taken
    },
  }
}
