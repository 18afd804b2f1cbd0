import type { ChartView } from '@atalaia/ui'
import { useState, useSyncExternalStore } from 'react'
import type { AddressPart } from '../links/address-link.tsx'

export const SORT_COLUMNS = ['email', 'numero_vazamentos', 'numero_senhas'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** An address opened over the view, at a part or a source's case. */
export type OpenAddress = {
  readonly id: string
  readonly explained?: AddressPart | undefined
  readonly source?: string | undefined
}

export type DashboardView = {
  readonly filter: string
  readonly sort: { readonly id: SortColumn; readonly desc: boolean }
  /** From 1. Beyond the last page, shows the last. */
  readonly page: number
  readonly chart: ChartView
  /** In an embed; our own pages have it in their address. */
  readonly open: OpenAddress | undefined
  /** Query of an embed's cases, without the search, which is the filter. */
  readonly cases: string
}

/** Initial view (P-EMAIL-7). */
export const FIRST_VIEW: DashboardView = {
  filter: '',
  sort: { id: 'numero_vazamentos', desc: true },
  page: 1,
  chart: 'plot',
  open: undefined,
  cases: '',
}

export type ViewStore = {
  get(): DashboardView
  /** Shows an outside view without `onChange`. */
  show(view: DashboardView): void
  change(changes: Partial<DashboardView>): void
  subscribe(listener: () => void): () => void
}

/** Starts with {@link FIRST_VIEW}; calls `onChange` after each choice of a person. */
export const createViewStore = (onChange?: (view: DashboardView) => void): ViewStore => {
  let view = FIRST_VIEW
  const listeners = new Set<() => void>()
  const show = (next: DashboardView) => {
    view = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => view,
    show,
    change: (changes) => {
      show({ ...view, ...changes })
      onChange?.(view)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Without `given`, the view lives as long as the component. */
export const useView = (given: ViewStore | undefined): Pick<ViewStore, 'change'> & { readonly view: DashboardView } => {
  const [own] = useState(() => createViewStore())
  const { get, subscribe, change } = given ?? own
  return { view: useSyncExternalStore(subscribe, get), change }
}
