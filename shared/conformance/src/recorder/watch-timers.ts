import type { Entry } from './ledger.ts'

/** Runs in the page before its scripts. */
export const watchTimers = () => {
  const { entries, stack } = window.atalaiaConformance
  const pending = new Map<string, Entry>()
  const begin = (key: string, what: string) => {
    const entry: Entry = { kind: 'timer', what, stack: stack(), gone: () => false }
    pending.set(key, entry)
    entries.add(entry)
  }
  const end = (key: string) => {
    const entry = pending.get(key)
    if (entry) entries.delete(entry)
    pending.delete(key)
  }

  const { setTimeout, setInterval, clearTimeout, clearInterval } = window
  const { requestAnimationFrame, cancelAnimationFrame } = window
  const once = (run: TimerHandler, args: unknown[], key: () => string) => () => {
    end(key())
    if (typeof run === 'function') run(...args)
  }
  Object.assign(window, {
    setTimeout: (run: TimerHandler, delay?: number, ...args: unknown[]) => {
      const id: number = setTimeout(
        once(run, args, () => `timer ${id}`),
        delay,
      )
      begin(`timer ${id}`, `setTimeout of ${delay ?? 0} ms`)
      return id
    },
    setInterval: (run: TimerHandler, delay?: number, ...args: unknown[]) => {
      const id = setInterval(run, delay, ...args)
      begin(`timer ${id}`, `setInterval of ${delay ?? 0} ms`)
      return id
    },
    requestAnimationFrame: (run: FrameRequestCallback) => {
      const id = requestAnimationFrame((time) => {
        end(`frame ${id}`)
        run(time)
      })
      begin(`frame ${id}`, 'requestAnimationFrame')
      return id
    },
    clearTimeout: (id?: number) => {
      clearTimeout(id)
      end(`timer ${id}`)
    },
    clearInterval: (id?: number) => {
      clearInterval(id)
      end(`timer ${id}`)
    },
    cancelAnimationFrame: (id: number) => {
      cancelAnimationFrame(id)
      end(`frame ${id}`)
    },
  })
}
