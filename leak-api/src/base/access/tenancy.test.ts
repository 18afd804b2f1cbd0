import { array, assert, constantFrom, oneof, constant, property, record } from 'fast-check'
import { isWithin, narrow, NO_ROWS, reaches, type RowLimit } from './tenancy.ts'

const ADDRESSES = ['ana@acme.com', 'rui@acme.com', 'ana@sub.acme.com', 'ana@notacme.com', 'acme.com@rival.com']
const limits = oneof(
  constant<RowLimit>('all'),
  record({
    addresses: array(constantFrom(...ADDRESSES), { maxLength: 3 }),
    domains: array(constantFrom('acme.com', 'sub.acme.com', 'rival.com', 'com'), { maxLength: 2 }),
  }),
)
const reached = (rows: RowLimit) => ADDRESSES.filter((address) => reaches(rows, address))

// Rule: M-EMBED-25
test('a limit reaches the addresses it names, and those of a domain without its subdomains', () => {
  expect(reached('all')).toEqual(ADDRESSES)
  expect(reached(NO_ROWS)).toEqual([])
  expect(reached({ addresses: ['ana@notacme.com'], domains: ['acme.com'] })).toEqual([
    'ana@acme.com',
    'rui@acme.com',
    'ana@notacme.com',
  ])
})

// Rule: M-EMBED-25
test('of two limits together, an address is in both', () => {
  assert(
    property(limits, limits, (one, other) => {
      const both = reached(one).filter((address) => reaches(other, address))
      expect(reached(narrow(one, other))).toEqual(both)
    }),
  )
})

// Rule: M-EMBED-25
test('a limit within another one reaches nothing outside of it', () => {
  assert(
    property(limits, limits, (inner, outer) => {
      expect(isWithin(inner, inner) && isWithin(inner, 'all')).toBe(true)
      const isNoWider = reached(inner).every((address) => reaches(outer, address))
      expect(isNoWider || !isWithin(inner, outer)).toBe(true)
    }),
  )
})
