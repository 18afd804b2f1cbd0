import { lazy, type ReactNode } from 'react'
import { Disclosure } from './disclosure.tsx'
import { LoadingRows } from './loading-rows.tsx'
import type { NumberRowsProps } from './number-rows.tsx'

const NumberRows = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ './number-rows.tsx')).NumberRows,
}))

type RowsDisclosureProps = NumberRowsProps & { readonly summary: ReactNode }

/** P-ADDRESS-12 */
export const RowsDisclosure = ({ summary, ...rows }: RowsDisclosureProps) => (
  <Disclosure summary={summary} fallback={<LoadingRows />}>
    {() => <NumberRows {...rows} />}
  </Disclosure>
)
