export type ByteShareOptions = {
  readonly perClient: number
  readonly total: number
}

/** Memory that clients hold for a while, such as unread answers, with a share for each. */
export type ByteShares = {
  /** 0 when the client's share or the total is used up. */
  roomFor(client: string): number
  /** Returns the function that frees the bytes once. */
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
