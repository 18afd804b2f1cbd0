import { createFairSlots, NoSlotError, type FairSlotsOptions } from './fair-slots.ts'

const slotsOf = (options: Partial<FairSlotsOptions> = {}) =>
  createFairSlots({ slots: 2, perNetwork: 2, perAccount: 2, maxWaiting: 10, maxWaitMs: 60_000, ...options })
const user = (network: string, account = network) => ({ network, account })

/** Takes a slot for each of `users`, and writes into the returned list who got one, in its order. */
const takeAll = (slots: ReturnType<typeof slotsOf>, users: readonly ReturnType<typeof user>[]) => {
  const got: string[] = []
  const refused: string[] = []
  const giveBack: (() => void)[] = []
  for (const each of users)
    void slots.take(each).then(
      (back) => {
        got.push(each.account)
        giveBack.push(back)
      },
      () => refused.push(each.account),
    )
  return { got, refused, giveBack }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

// Threat: T-EDGE-4
test('a network that holds its share waits, and another one does not', async () => {
  const slots = slotsOf({ slots: 3 })
  const { got } = takeAll(slots, [user('a', 'a1'), user('a', 'a2'), user('a', 'a3'), user('b')])
  await settled()
  expect(got).toEqual(['a1', 'a2', 'b'])
})

// Threat: T-EDGE-4
test('an account that holds its share waits, whichever network it comes from', async () => {
  const slots = slotsOf({ slots: 3, perAccount: 1 })
  const { got } = takeAll(slots, [user('a', 'ana'), user('b', 'ana'), user('b', 'bia')])
  await settled()
  expect(got).toEqual(['ana', 'bia'])
})

// Threat: T-EDGE-4
test('the next is of the network that holds the fewest, then of the account, then the first', async () => {
  const slots = slotsOf({ slots: 2, perNetwork: 2 })
  const { got, giveBack } = takeAll(slots, [
    user('a', 'a1'),
    user('a', 'a1'),
    user('a', 'a1'),
    user('a', 'a2'),
    user('b', 'b1'),
  ])
  await settled()
  giveBack[0]?.()
  await settled()
  expect(got).toEqual(['a1', 'a1', 'b1'])
  giveBack[2]?.()
  await settled()
  expect(got).toEqual(['a1', 'a1', 'b1', 'a2'])
})

test('a slot is given back once', async () => {
  const slots = slotsOf({ slots: 1 })
  const { got, giveBack } = takeAll(slots, [user('a'), user('b'), user('c')])
  await settled()
  giveBack[0]?.()
  giveBack[0]?.()
  await settled()
  expect(got).toEqual(['a', 'b'])
})

// Threat: T-EDGE-4
test('when too many wait, the newest of the network that waits most is refused', async () => {
  const slots = slotsOf({ slots: 1, maxWaiting: 2 })
  const { got, refused } = takeAll(slots, [user('a', 'a1'), user('a', 'a2'), user('a', 'a3'), user('b')])
  await settled()
  expect([got, refused]).toEqual([['a1'], ['a3']])
})

test('who waits too long, or goes away, is refused', async () => {
  const slots = slotsOf({ slots: 1, maxWaitMs: 1 })
  await slots.take(user('a'))
  await expect(slots.take(user('b'))).rejects.toThrow(NoSlotError)
  const gone = new AbortController()
  const waiting = slots.take(user('b'), gone.signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(slots.take(user('b'), gone.signal)).rejects.toThrow('gone')
})
