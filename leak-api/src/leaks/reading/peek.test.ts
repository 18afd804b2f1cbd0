import { peek } from './peek.ts'

const source = () => {
  const state = { read: 0, ended: false }
  async function* numbers() {
    try {
      while (state.read < 5) yield (state.read += 1)
    } finally {
      state.ended = true
    }
  }
  return { state, items: numbers() }
}
const allOf = async <Item>(items: AsyncIterable<Item>) => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

test('the head ends with the item that is enough, and nothing further is read', async () => {
  const { state, items } = source()
  const { head, resume } = await peek(items, (item) => item === 2)
  expect([head, state.read]).toEqual([[1, 2], 2])
  expect(await allOf(resume())).toEqual([1, 2, 3, 4, 5])
})

test('the head may be replaced', async () => {
  const { resume } = await peek(source().items, (item) => item === 2)
  expect(await allOf(resume([9]))).toEqual([9, 3, 4, 5])
})

test('of a sequence that is never enough all is the head', async () => {
  const { head, resume } = await peek(source().items, () => false)
  expect(head).toEqual([1, 2, 3, 4, 5])
  expect(await allOf(resume())).toEqual(head)
})

test('a reader that stops early leaves the sequence open', async () => {
  const { state, items } = source()
  const { resume } = await peek(items, () => true)
  for await (const item of resume()) if (item === 3) break
  expect(state).toEqual({ read: 3, ended: false })
})
