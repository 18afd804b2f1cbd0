/** A call to the API that the page sent before the code of its remote was there (M-SPEED-4). */
export type EarlyCall = {
  /** The remote that it was sent for. */
  readonly remote: string
  /** The address as the remote's client calls it: the configured base address with the path. */
  readonly address: string
  /** The token that it carries. */
  readonly token: string
  /** `performance.now()` when it was sent. */
  readonly sentAt: number
  /** Rejects if there is no answer. */
  readonly answer: Promise<EarlyAnswer>
}

/** The answer of an early call, whatever its status; `body` is its text. */
export type EarlyAnswer = { readonly status: number; readonly body: string }

/** The early calls of the page that no client has taken. */
export type EarlyCalls = {
  /** Removes and returns the call of `remote` to `address` with `token`; `undefined` if there is none. */
  take(remote: string, address: string, token: string | undefined): EarlyCall | undefined
  /** The calls that are left. */
  left(): readonly EarlyCall[]
}

/** Creates the early calls of a page that has sent `sent`. */
export const createEarlyCalls = (sent: readonly EarlyCall[]): EarlyCalls => {
  const calls = new Set(sent)
  return {
    take: (remote, address, token) => {
      const found = [...calls].find((call) => call.remote === remote && call.address === address)
      if (found?.token !== token) return undefined
      if (found) calls.delete(found)
      return found
    },
    left: () => [...calls],
  }
}
