import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

/** `still`: nobody watches the scroll position yet, or ever (no window, or no scripts). */
export type BarState = 'still' | 'tall' | 'small'

const read = (): BarState => (window.scrollY > 0 ? 'small' : 'tall')
const still = (): BarState => 'still'

/** The bar is small while the page is scrolled above position 0 (P-LANDING-3). */
export const useBarState = (): BarState => useSyncExternalStore(subscribe, read, still)
