type Lane<Value> = { readonly running: Promise<Value>; next?: Promise<Value> }

/** Waiting calls share the next look-up. None gets one that began before the call. */
export const createSharedLookUps = <Value>() => {
  const lanes = new Map<string, Lane<Value>>()
  const begin = (key: string, lookUp: () => Promise<Value>): Promise<Value> => {
    const running = lookUp()
    const lane: Lane<Value> = { running }
    lanes.set(key, lane)
    const end = () => {
      if (lanes.get(key) === lane) lanes.delete(key)
    }
    running.then(end, end)
    return running
  }
  return (key: string, lookUp: () => Promise<Value>): Promise<Value> => {
    const lane = lanes.get(key)
    if (lane === undefined) return begin(key, lookUp)
    const next = () => begin(key, lookUp)
    lane.next ??= lane.running.then(next, next)
    return lane.next
  }
}
