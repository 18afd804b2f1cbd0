export type Peeked<Item> = {
  readonly head: readonly Item[]
  /** The whole sequence; `first` replaces its head. Call once. */
  resume(first?: readonly Item[]): AsyncGenerator<Item>
}

/** Reads up to the item where `enough` returns `true`. */
export const peek = async <Item>(
  items: AsyncIterable<Item>,
  enough: (item: Item) => boolean,
): Promise<Peeked<Item>> => {
  const iterator = items[Symbol.asyncIterator]()
  const head: Item[] = []
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    head.push(next.value)
    if (enough(next.value)) break
  }
  return {
    head,
    resume: async function* resume(first = head) {
      yield* first
      // Not `for await`: a reader that stops early must not end its source, which may be a request yet to be answered.
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
    },
  }
}
