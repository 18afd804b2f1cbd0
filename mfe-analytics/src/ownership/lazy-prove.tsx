import { lazy, Suspense } from 'react'
import type { ProveButtonProps } from './prove-button.tsx'

const ProveButton = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ './prove-button.tsx')).ProveButton,
}))

export const LazyProve = (props: ProveButtonProps) => (
  <Suspense fallback={null}>
    <ProveButton {...props} />
  </Suspense>
)
