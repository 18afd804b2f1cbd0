export type ByteShareOptions = {
  /** Bytes that one client may hold at a time. */
  readonly perClient: number
  /** Bytes that all clients together may hold at a time. */
  readonly total: number
}

/** Memory that clients hold for a while, such as answers that they do not read, within a share for each client. */
export type ByteShares = {
  /** The bytes that `client` may hold in addition; 0 when its share or the total is used up. */
  roomFor(client: string): number
  /** Counts `bytes` as held by `client`, and returns the function that gives them back (once; later calls do nothing). */
  hold(client: string, bytes: number): () => void
}

export const createByteShares = ({ perClient, total }: ByteShareOptions): ByteShares => {
  const held = new Map<string, number>()
  let all = 0
  const add = (client: string, bytes: number) => {
    all += bytes
    const sum = (held.get(client) ?? 0) + bytes
    if (sum === 0) held.delete(client)
    else held.set(client, sum)
  }
  return {
    roomFor: (client) => Math.max(0, Math.min(perClient - (held.get(client) ?? 0), total - all)),
    hold: (client, bytes) => {
      let isHeld = true
      add(client, bytes)
      return () => {
        if (isHeld) add(client, -bytes)
        isHeld = false
      }
    },
  }
}
