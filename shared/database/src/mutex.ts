/** Runs one thing after another, in the order of the calls. */
export const createMutex = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
