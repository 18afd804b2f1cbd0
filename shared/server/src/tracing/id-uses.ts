/** Requests that are followed under one id: a page's trace has tens of them (M-TRACE-3). */
const MAX_USES = 128
/** Ids that are remembered, the newest. */
const MAX_IDS = 10_000

/**
 * Tells whether one more request may go on under a caller's id. A caller that gives all of its requests one id would make
 * a trace that no collector can hold.
 */
export const createIdUses = (): ((id: string) => boolean) => {
  const uses = new Map<string, number>()
  return (id) => {
    const before = uses.get(id) ?? 0
    uses.delete(id)
    uses.set(id, Math.min(before + 1, MAX_USES))
    const [oldest] = uses.keys()
    if (uses.size > MAX_IDS && oldest !== undefined) uses.delete(oldest)
    return before < MAX_USES
  }
}
