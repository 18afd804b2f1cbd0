import { useCallback, useEffect, useRef, useState } from 'react'

export type Polled<Value> = {
  readonly value: Value | undefined
  readonly failure: Error | undefined
  /** Loads now. */
  reload(): void
}

const EVERY_MS = 3000

/** Loads a value at once and every 3 s while the page is visible. After a failure the last value stays. */
export const usePolled = <Value>(load: () => Promise<Value>): Polled<Value> => {
  const [state, setState] = useState<Omit<Polled<Value>, 'reload'>>({ value: undefined, failure: undefined })
  const loadNow = useRef<() => void>(() => undefined)
  useEffect(() => {
    let ended = false
    const look = async () => {
      try {
        const value = await load()
        if (!ended) setState({ value, failure: undefined })
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error))
        if (!ended) setState(({ value }) => ({ value, failure }))
      }
    }
    void look()
    loadNow.current = () => void look()
    const timer = setInterval(() => document.hidden || void look(), EVERY_MS)
    return () => {
      ended = true
      clearInterval(timer)
    }
  }, [load])
  return { ...state, reload: useCallback(() => loadNow.current(), []) }
}
