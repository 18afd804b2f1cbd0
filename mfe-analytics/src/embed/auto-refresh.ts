export type AutoRefresh = {
  /** Reloads at this interval in seconds; `undefined` ends it. */
  every(seconds: number | undefined): void
}

/** Reloads while `document` is visible, and makes missed reloads once it is visible again (M-EMBED-29). */
export const createAutoRefresh = (document: Document, reload: () => void): AutoRefresh => {
  let periodMs: number | undefined
  let dueAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = () => {
    clearTimeout(timer)
    if (periodMs === undefined || document.hidden) return
    timer = setTimeout(fire, Math.max(0, dueAt - performance.now()))
  }
  const fire = () => {
    dueAt = performance.now() + (periodMs ?? 0)
    reload()
    wait()
  }
  return {
    every: (seconds) => {
      const next = seconds === undefined ? undefined : seconds * 1000
      if (next === periodMs) return
      periodMs = next
      dueAt = performance.now() + (next ?? 0)
      document.removeEventListener('visibilitychange', wait)
      if (next !== undefined) document.addEventListener('visibilitychange', wait)
      wait()
    },
  }
}
