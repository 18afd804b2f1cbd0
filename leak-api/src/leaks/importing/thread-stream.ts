import { on } from 'node:events'
import type { MessagePort, Transferable } from 'node:worker_threads'

type Answer<Item> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly error: Error }

/**
 * The reader's pace bounds memory. Never rejects: the reader gets a failure. Leaves the sequence
 * open when the port closes.
 */
export const sendItems = async <Item>(
  port: MessagePort,
  items: AsyncIterable<Item>,
  transfer: (item: Item) => Transferable[] = () => [],
): Promise<void> => {
  const answer = (value: Answer<Item>, list: Transferable[] = []) => port.postMessage(value, list)
  const iterator = items[Symbol.asyncIterator]()
  try {
    const requests = on(port, 'message', { close: ['close'] })
    while ((await requests.next()).done !== true) {
      const next = await iterator.next()
      if (next.done === true) return answer({ kind: 'end' })
      answer({ kind: 'item', item: next.value }, transfer(next.value))
    }
  } catch (error) {
    answer({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
  }
}

/** Makes up to `ahead` more items. Rejects when the sender is gone. */
export async function* receiveItems<Item>(port: MessagePort, ahead: number): AsyncGenerator<Item> {
  const answers = on(port, 'message', { close: ['close'] })
  for (let asked = 0; asked < ahead; asked++) port.postMessage('next')
  for await (const [answer] of answers) {
    const received: Answer<Item> = answer
    if (received.kind === 'end') return
    if (received.kind === 'failed') throw received.error
    port.postMessage('next')
    yield received.item
  }
  throw new Error('the other thread has ended')
}
