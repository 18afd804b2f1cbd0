import { useSyncExternalStore, type ReactNode } from 'react'

const never = () => () => {}

/** Renders its children only once the page stands: they are not part of what was prerendered. */
export const AfterMount = ({ children }: { children: ReactNode }) => {
  const mounted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return mounted ? children : null
}
