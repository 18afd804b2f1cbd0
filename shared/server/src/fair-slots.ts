export type FairSlotsOptions = {
  /** Number of slots. */
  readonly slots: number
  /** Limit of slots that one network holds at a time. */
  readonly perNetwork: number
  /** Limit of slots that one account holds at a time. */
  readonly perAccount: number
  /** Limit of requests that wait for a slot. */
  readonly maxWaiting: number
  readonly maxWaitMs: number
}

/** Whom a slot is for: a network (`networkOf`), and what tells accounts apart, such as a token. */
export type SlotUser = { readonly network: string; readonly account: string }

/** No slot came free in time, or too many waited for one already. */
export class NoSlotError extends Error {
  constructor() {
    super('no slot came free')
    this.name = 'NoSlotError'
  }
}

/** A bounded number of slots, such as connections to another server, that clients share fairly. */
export type FairSlots = {
  /**
   * Resolves with the function that gives the slot back (once; later calls do nothing). Neither a network nor an
   * account holds more than its share. Of those that wait, the next is the one whose network holds the fewest slots,
   * then whose account does, then the one that came first. When too many wait, the newest of the network that waits
   * most goes. Rejects with {@link NoSlotError}, and with the reason of `signal` when that is aborted before.
   */
  take(user: SlotUser, signal?: AbortSignal): Promise<() => void>
}

type Waiting = {
  readonly user: SlotUser
  readonly grant: (giveBack: () => void) => void
  readonly refuse: (reason: unknown) => void
}

const createCounts = () => {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add: (key: string, difference: 1 | -1) => {
      const count = (counts.get(key) ?? 0) + difference
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
    largest: () => [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), ['', 0] as const)[0],
  }
}

export const createFairSlots = (options: FairSlotsOptions): FairSlots => {
  const { slots, perNetwork, perAccount, maxWaiting, maxWaitMs } = options
  const waiting = new Set<Waiting>()
  const waitingOf = createCounts()
  const networks = createCounts()
  const accounts = createCounts()
  let taken = 0

  const leave = (entry: Waiting) => {
    if (waiting.delete(entry)) waitingOf.add(entry.user.network, -1)
  }
  const next = (): Waiting | undefined => {
    let best: Waiting | undefined
    for (const entry of waiting) {
      const { network, account } = entry.user
      if (networks.of(network) >= perNetwork || accounts.of(account) >= perAccount) continue
      const difference =
        best === undefined ||
        networks.of(network) - networks.of(best.user.network) ||
        accounts.of(account) - accounts.of(best.user.account)
      if (difference === true || Number(difference) < 0) best = entry
    }
    return best
  }
  const grantTo = (entry: Waiting) => {
    leave(entry)
    const { network, account } = entry.user
    taken += 1
    networks.add(network, 1)
    accounts.add(account, 1)
    let held = true
    entry.grant(() => {
      if (!held) return
      held = false
      taken -= 1
      networks.add(network, -1)
      accounts.add(account, -1)
      grantNext()
    })
  }
  const grantNext = () => {
    const entry = taken < slots ? next() : undefined
    if (entry) grantTo(entry)
  }
  const makeRoom = () => {
    const largest = waitingOf.largest()
    const newest = [...waiting].findLast(({ user }) => user.network === largest)
    if (newest) newest.refuse(new NoSlotError())
  }

  return {
    take: (user, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason)
        const stop = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
        }
        const entry: Waiting = {
          user,
          grant: (giveBack) => {
            stop()
            resolve(giveBack)
          },
          refuse: (reason) => {
            stop()
            leave(entry)
            reject(reason)
          },
        }
        const abort = () => entry.refuse(signal?.reason)
        const timer = setTimeout(() => entry.refuse(new NoSlotError()), maxWaitMs).unref()
        signal?.addEventListener('abort', abort)
        waiting.add(entry)
        waitingOf.add(user.network, 1)
        grantNext()
        if (waiting.size > maxWaiting) makeRoom()
      }),
  }
}
