import { EventEmitter, once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { receiveItems, sendItems } from './thread-stream.ts'

const allOf = async <Item>(items: AsyncIterable<Item>) => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

test('what is sent is received in its order, an item for each that was used', async () => {
  const { port1, port2 } = new MessageChannel()
  let made = 0
  async function* numbers() {
    for (; made < 10;) yield (made += 1)
  }
  const sent = sendItems(port1, numbers())
  const received = receiveItems<number>(port2, 2)
  expect((await received.next()).value).toBe(1)
  await new Promise(setImmediate)
  expect(made).toBeLessThanOrEqual(3)
  expect(await allOf(received)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
  await sent
  port1.close()
})

test('an item is made while the one before it is used', async () => {
  const { port1, port2 } = new MessageChannel()
  const begun = new EventEmitter()
  const second = once(begun, 'second')
  async function* two() {
    yield 1
    begun.emit('second')
    yield 2
  }
  void sendItems(port1, two())
  const received = receiveItems<number>(port2, 1)
  expect((await received.next()).value).toBe(1)
  await second
  expect(await allOf(received)).toEqual([2])
  port1.close()
})

test('memory that is handed over is gone at the sender', async () => {
  const { port1, port2 } = new MessageChannel()
  const bytes = new Uint8Array([1, 2, 3])
  async function* one() {
    yield bytes
  }
  void sendItems(port1, one(), ({ buffer }) => [buffer])
  expect(await allOf(receiveItems<Uint8Array>(port2, 1))).toEqual([new Uint8Array([1, 2, 3])])
  expect(bytes.length).toBe(0)
  port1.close()
})

test.each([
  ['an error', new Error('the line went dead')],
  ['anything else', 'the line went dead'],
])('a sequence that fails with %s fails for its reader', async (_what, thrown) => {
  const { port1, port2 } = new MessageChannel()
  async function* broken() {
    yield 1
    throw thrown
  }
  await Promise.all([
    sendItems(port1, broken()),
    expect(allOf(receiveItems(port2, 1))).rejects.toThrow(new Error('the line went dead')),
  ])
  port1.close()
})

test('a reader whose sender is gone is told so', async () => {
  const { port1, port2 } = new MessageChannel()
  const received = allOf(receiveItems(port2, 1))
  port1.close()
  await expect(received).rejects.toThrow('the other thread has ended')
})

test('a sender whose reader is gone leaves its sequence open', async () => {
  const { port1, port2 } = new MessageChannel()
  let ended = false
  async function* endless() {
    try {
      for (;;) yield 1
    } finally {
      ended = true
    }
  }
  const items = endless()
  const sent = sendItems(port1, items)
  const received = receiveItems<number>(port2, 1)
  await received.next()
  port2.close()
  await sent
  expect(ended).toBe(false)
  await items.return(undefined)
})
