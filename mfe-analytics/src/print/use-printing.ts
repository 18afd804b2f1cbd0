import { useSyncExternalStore } from 'react'

const EVENTS = ['beforeprint', 'afterprint'] as const

let printing = false

const subscribe = (changed: () => void) => {
  const change = ({ type }: Event) => {
    printing = type === EVENTS[0]
    changed()
  }
  for (const event of EVENTS) addEventListener(event, change)
  return () => {
    for (const event of EVENTS) removeEventListener(event, change)
  }
}

/** Whether the page is being printed. It renders again before the paper is laid out, as changes of a store do. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)
