/** Runs in the page before its scripts: records pending timers. */
export const keepTimers = () => {
  const pending = new Set<unknown>()
  const { setTimeout, setInterval, clearTimeout, clearInterval } = window
  Object.assign(window, {
    pendingTimers: pending,
    setTimeout: (run: TimerHandler, delay?: number, ...args: unknown[]) => {
      const ends = () => {
        pending.delete(id)
        if (typeof run === 'function') run(...args)
      }
      const id = setTimeout(ends, delay)
      pending.add(id)
      return id
    },
    setInterval: (run: TimerHandler, delay?: number, ...args: unknown[]) => {
      const id = setInterval(run, delay, ...args)
      pending.add(id)
      return id
    },
    clearTimeout: (id?: number) => {
      clearTimeout(id)
      pending.delete(id)
    },
    clearInterval: (id?: number) => {
      clearInterval(id)
      pending.delete(id)
    },
  })
}

export const pendingTimers = (): number => {
  const pending: unknown = Reflect.get(window, 'pendingTimers')
  return pending instanceof Set ? pending.size : Number.NaN
}
