import { lazy, Suspense } from 'react'
import type { ProveButtonProps } from './prove-button.tsx'

const ProveButton = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ './prove-button.tsx')).ProveButton,
}))

/** The button that proves an address, whose code is loaded with the first address that waits. */
export const LazyProve = (props: ProveButtonProps) => (
  <Suspense fallback={null}>
    <ProveButton {...props} />
  </Suspense>
)
