import { atMostEvery } from './workspace.ts'

const counted = (milliseconds: number) => {
  const clock = { now: 0 }
  let count = 0
  const look = atMostEvery(
    milliseconds,
    async () => (count += 1),
    () => clock.now,
  )
  return { clock, look }
}

test('within the time the last outcome is given, also to those who ask while it is being found', async () => {
  const { clock, look } = counted(1000)
  expect(await Promise.all([look(), look()])).toEqual([1, 1])
  clock.now = 999
  expect(await look()).toBe(1)
  clock.now = 1000
  expect(await look()).toBe(2)
})

test('without a time everyone looks anew', async () => {
  const { look } = counted(0)
  expect([await look(), await look()]).toEqual([1, 2])
})
