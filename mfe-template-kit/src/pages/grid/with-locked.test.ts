import { withLocked } from './with-locked.ts'

test('a locked one keeps its place whatever the order of the others', () => {
  const locked = [{ at: 1, widget: 'L' }]
  expect(withLocked(['a', 'b', 'c'], locked)).toEqual(['a', 'L', 'b', 'c'])
  expect(withLocked(['c', 'a', 'b'], locked)).toEqual(['c', 'L', 'a', 'b'])
})

test('a locked one stands last where there are fewer others than its place needs', () => {
  expect(withLocked(['a'], [{ at: 5, widget: 'L' }])).toEqual(['a', 'L'])
})
