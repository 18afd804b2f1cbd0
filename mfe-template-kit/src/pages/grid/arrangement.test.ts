import { forgetArrangement, keepArrangement, readArrangement } from './arrangement.ts'

const storage = globalThis.localStorage
const ids = ['a', 'b', 'c']

beforeEach(() => storage.clear())

test('without a visit before, the order is the given one and nothing is removed', () => {
  expect(readArrangement(storage, ids)).toEqual({ order: ids, removed: [] })
})

test('what was kept comes back, what is new comes last, what is unknown is dropped', () => {
  keepArrangement(storage, { order: ['c', 'gone', 'a'], removed: ['a', 'gone'] })
  expect(readArrangement(storage, ids)).toEqual({ order: ['c', 'a', 'b'], removed: ['a'] })
})

test('after it is forgotten the order is the given one', () => {
  keepArrangement(storage, { order: ['c', 'b', 'a'], removed: ['a'] })
  forgetArrangement(storage)
  expect(readArrangement(storage, ids)).toEqual({ order: ids, removed: [] })
})

test.each(['no json', 'null', '[]', '{"order":7,"removed":{}}', '{"order":[1,null]}'])(
  'rubbish in the storage (%s) is no arrangement',
  (text) => {
    storage.setItem('atalaia.kit.grid', text)
    expect(readArrangement(storage, ids)).toEqual({ order: ids, removed: [] })
  },
)

test('storage that refuses costs nothing but the order', () => {
  const full = {
    ...storage,
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => keepArrangement(full, { order: ids, removed: [] })).not.toThrow()
})
