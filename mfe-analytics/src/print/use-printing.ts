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

/** Renders before the paper's layout, like store changes. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)
