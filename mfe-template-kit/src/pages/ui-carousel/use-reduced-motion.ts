import { useSyncExternalStore } from 'react'

const query = () => window.matchMedia('(prefers-reduced-motion: reduce)')

/** Follows the setting while the page is open. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = query()
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => query().matches,
  )
