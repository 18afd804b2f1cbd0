import type { Int64 } from '../../base/store/text-hash.ts'
import { createSeenTags } from './seen-tags.ts'
import type { WatchList } from './watch-list.ts'

export type RowKey = { readonly address: Int64; readonly domain: Int64; readonly pair: Int64 }

export type SplitRows = {
  /** Unwatched rows that can equal no earlier row of the import, about in key order (M-IMPORT-22). */
  readonly fresh: readonly number[]
  readonly rest: readonly number[]
}

export type FreshRows = {
  add(key: RowKey): void
  take(): SplitRows
}

/** They fit into a double. */
const [DOMAIN_BITS, LOCAL_BITS, PLACE_BITS] = [20, 16, 17]
const HASH_BITS = 32
const MIN_INT32 = -(2 ** 31)
const PLACES = 2 ** PLACE_BITS

const orderOf = ({ high, low }: Int64): number =>
  ((high ^ MIN_INT32) >>> (HASH_BITS - DOMAIN_BITS)) * 2 ** LOCAL_BITS + (low >>> (HASH_BITS - LOCAL_BITS))

/** Sorts plain numbers: a compare function takes ten times as long. -1 is no row. */
const sortedRows = (rows: readonly number[], orders: readonly number[]): number[] => {
  if (rows.length > PLACES) return rows.filter((row) => row !== -1)
  const numbers = new Float64Array(rows.length)
  for (let place = 0; place < rows.length; place += 1) numbers[place] = (orders[place] ?? 0) * PLACES + place
  const sorted: number[] = []
  for (const value of numbers.toSorted()) {
    const row = rows[value - Math.floor(value / PLACES) * PLACES] ?? -1
    if (row !== -1) sorted.push(row)
  }
  return sorted
}

export const createFreshRows = (watched: WatchList | undefined): FreshRows => {
  // Half of a pair tells it from all others: a chance that two are alike costs one of them the shorter way.
  const seen = createSeenTags()
  let count = 0
  let firstPlace = 0
  /** -1: the pair came again in this batch. */
  let fresh: number[] = []
  let orders: number[] = []
  let rest: number[] = []

  const sort = ({ address, domain, pair }: RowKey, row: number) => {
    const place = watched === undefined || watched(address) || watched(domain) ? undefined : seen.placeOf(pair.high)
    if (place === firstPlace + fresh.length) {
      fresh.push(row)
      orders.push(orderOf(address))
      return
    }
    rest.push(row)
    if (place === undefined || place < firstPlace) return
    // Of a pair's rows in one batch the database chooses the first.
    const other = fresh[place - firstPlace] ?? -1
    if (other !== -1) rest.push(other)
    fresh[place - firstPlace] = -1
  }
  return {
    add: (key) => sort(key, count++),
    take: () => {
      const taken = { fresh: sortedRows(fresh, orders), rest }
      firstPlace = seen.size()
      count = 0
      fresh = []
      orders = []
      rest = []
      return taken
    },
  }
}
