export type ShareOptions = {
  readonly perClient: number
  readonly total: number
}

export type ClientShares = {
  /**
   * Returns the function that gives back once, or `undefined` beyond the client's share. At the
   * total, ends the oldest thing of the client with the most.
   */
  take(client: string, end: () => void): (() => void) | undefined
}

export const createClientShares = ({ perClient, total }: ShareOptions): ClientShares => {
  type Thing = { readonly end: () => void }
  const held = new Map<string, Set<Thing>>()
  let count = 0

  const release = (client: string, thing: Thing) => {
    const things = held.get(client)
    if (!things?.delete(thing)) return
    count -= 1
    if (things.size === 0) held.delete(client)
  }
  const endOldestOfLargest = () => {
    let largest: readonly [string, Set<Thing>] | undefined
    for (const entry of held) if (largest === undefined || entry[1].size > largest[1].size) largest = entry
    if (largest === undefined) return
    const [client, things] = largest
    const [oldest] = things
    if (oldest === undefined) return
    release(client, oldest)
    oldest.end()
  }

  return {
    take: (client, end) => {
      const own = held.get(client)
      if ((own?.size ?? 0) >= perClient) return undefined
      if (count >= total) endOldestOfLargest()
      const thing = { end }
      const things = held.get(client) ?? new Set<Thing>()
      held.set(client, things.add(thing))
      count += 1
      return () => release(client, thing)
    },
  }
}
