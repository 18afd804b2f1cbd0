export type ShareOptions = {
  /** Limit of one client at a time. */
  readonly perClient: number
  /** Limit of all clients together at a time. */
  readonly total: number
}

/** Things that clients hold for a while, such as connections, within a share for each client. */
export type ClientShares = {
  /**
   * Takes one thing up, and returns the function that gives it back (once; later calls do nothing). Returns `undefined`
   * when the client holds its share already. When all clients together hold the total, the oldest thing of the client
   * that holds the most is ended with its `end`, so that the many of one do not keep another one's first out.
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
