/** Does `work`, which never rejects, at most once in so many milliseconds; gives its last outcome in between. */
export const atMostEvery = <Value>(
  milliseconds: number,
  work: () => Promise<Value>,
  now: () => number = Date.now,
): (() => Promise<Value>) => {
  let last: { readonly at: number; readonly outcome: Promise<Value> } | undefined
  return () => {
    const at = now()
    if (!last || at - last.at >= milliseconds) last = { at, outcome: work() }
    return last.outcome
  }
}
