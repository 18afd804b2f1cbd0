import { createByteShares } from './byte-shares.ts'

// Threat: T-EDGE-9
test('a client holds its share, all hold the total, and what is given back is there again, once', () => {
  const shares = createByteShares({ perClient: 10, total: 15 })
  const giveBack = shares.hold('a', 8)
  expect([shares.roomFor('a'), shares.roomFor('b')]).toEqual([2, 7])
  shares.hold('a', 4)
  expect([shares.roomFor('a'), shares.roomFor('b')]).toEqual([0, 3])
  giveBack()
  giveBack()
  expect([shares.roomFor('a'), shares.roomFor('b')]).toEqual([6, 10])
})
