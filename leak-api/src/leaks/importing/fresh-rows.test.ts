import { randomInt } from 'node:crypto'
import { array, assert, nat, property, record } from 'fast-check'
import type { Int64 } from '../../base/store/text-hash.ts'
import { createFreshRows, type RowKey } from './fresh-rows.ts'
import { createSeenPairs } from './seen-pairs.ts'
import { createWatchList } from './watch-list.ts'

const NOBODY = createWatchList(new Uint8Array())
const HALF = 2 ** 32
const keyOf = (person: number, pair: number): RowKey => {
  const [domain, local] = [person * 0x12345671, person * 0x7654321f].map((value) => value | 0)
  return {
    address: { high: domain ?? 0, low: local ?? 0 },
    domain: { high: domain ?? 0, low: 1 },
    pair: { high: Math.imul(pair, 0x9e3779b1), low: Math.imul(pair, 0x7f4a7c15) },
  }
}
const split = (keys: readonly RowKey[], rows = createFreshRows(NOBODY)) => {
  for (const key of keys) rows.add(key)
  return rows.take()
}
const orderOf = ({ address: { high, low } }: RowKey) => high * HALF + (low >>> 0)
const copied = (keys: readonly Int64[]): Uint8Array => {
  const rows = keys.map(({ high, low }) => {
    const row = Buffer.alloc(14)
    row.writeInt16BE(1)
    row.writeInt32BE(8, 2)
    row.writeInt32BE(high, 6)
    row.writeInt32BE(low, 10)
    return row
  })
  return Buffer.concat([Buffer.alloc(19), ...rows, Buffer.alloc(2, 255)])
}

test('a pair is fresh when neither its batch nor one before has it twice', () => {
  // A pair is of one address.
  const row = record({ person: nat(20), pair: nat(2) }).map(({ person, pair }) => ({ person, pair: 3 * person + pair }))
  assert(
    property(array(array(row, { maxLength: 30 }), { maxLength: 5 }), (batches) => {
      const rows = createFreshRows(NOBODY)
      const before = new Set<number>()
      for (const batch of batches) {
        const times = (pair: number) => batch.filter((other) => other.pair === pair).length
        const expected = [...batch.keys()].filter((at) => {
          const pair = batch[at]?.pair ?? 0
          return times(pair) === 1 && !before.has(pair)
        })
        const { fresh, rest } = split(
          batch.map(({ person, pair }) => keyOf(person, pair)),
          rows,
        )
        expect(fresh.toSorted((a, b) => a - b)).toEqual(expected)
        expect([...fresh, ...rest].toSorted((a, b) => a - b)).toEqual([...batch.keys()])
        for (const { pair } of batch) before.add(pair)
      }
    }),
  )
})

test('fresh rows come in the order of their key', () => {
  // Of hashes, the first bits alone count.
  const keys = Array.from({ length: 5000 }, (_, at) => ({
    ...keyOf(0, at + 1),
    address: { high: ((at % 64) - 32) * 2 ** 26, low: ((at * 7919) % 5000) * 2 ** 19 },
  }))
  const ordered = split(keys).fresh.map((row) => orderOf(keys[row] ?? keyOf(0, 0)))
  expect(ordered).toHaveLength(keys.length)
  expect(ordered).toEqual(ordered.toSorted((a, b) => a - b))
})

test('no row of a watched address or domain is fresh, and hardly another one is held back', () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => keyOf(at + 1, at + 1))
  const [addresses, domains] = [keys.slice(0, 2000), keys.slice(2000, 2500)]
  const watched = createWatchList(
    copied([...addresses.map(({ address }) => address), ...domains.map(({ domain }) => domain)]),
  )
  const { fresh } = split(keys, createFreshRows(watched))
  expect(fresh.filter((row) => row < 2500)).toEqual([])
  expect(fresh.length).toBeGreaterThan(17_000)
})

test('without a list of what is watched no row is fresh', () => {
  expect(split([keyOf(1, 1)], createFreshRows(undefined))).toEqual({ fresh: [], rest: [0] })
})

test('seen pairs are all known, and hardly another one', () => {
  const seen = createSeenPairs()
  const pairs = Array.from({ length: 200_000 }, () => ({ high: randomInt(HALF) | 0, low: randomInt(HALF) | 0 }))
  const [first, others] = [pairs.slice(0, 100_000), pairs.slice(100_000)]
  const isSeen = ({ high, low }: Int64) => seen.has(high, low)
  for (const { high, low } of first) seen.add(high, low)
  expect(first.every(isSeen)).toBe(true)
  expect(others.filter(isSeen).length).toBeLessThan(100)
})

// Rule: M-IMPORT-22
test('the same pair is not fresh after any number of batches, of watched rows alone too', () => {
  const key = keyOf(1, 1)
  const watched = keyOf(5, 5)
  const rows = createFreshRows(createWatchList(copied([watched.address])))
  expect(split([key], rows)).toEqual({ fresh: [0], rest: [] })
  expect(split([], rows)).toEqual({ fresh: [], rest: [] })
  expect(split([watched], rows)).toEqual({ fresh: [], rest: [0] })
  expect(split([], rows)).toEqual({ fresh: [], rest: [] })
  expect(split([key, keyOf(2, 2)], rows)).toEqual({ fresh: [1], rest: [0] })
})
