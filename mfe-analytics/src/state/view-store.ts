import type { ChartView } from '@atalaia/ui'
import { useState, useSyncExternalStore } from 'react'
import type { AddressPart } from '../links/address-link.tsx'

/** Columns that the table of addresses is sorted by. */
export const SORT_COLUMNS = ['email', 'numero_vazamentos', 'numero_senhas'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** An address that is open in the place of the view, at one of its parts or the case of a source. */
export type OpenAddress = {
  /** Its id, or the address itself. */
  readonly id: string
  readonly explained?: AddressPart | undefined
  readonly source?: string | undefined
}

/** The view of the dashboard that a person has chosen. */
export type DashboardView = {
  /** Part of the addresses in the table; empty: all. */
  readonly filter: string
  readonly sort: { readonly id: SortColumn; readonly desc: boolean }
  /** Page of the table, from 1. Beyond the last one, the last is shown. */
  readonly page: number
  readonly chart: ChartView
  /** The open address of an embed; our own pages have it in their address. */
  readonly open: OpenAddress | undefined
  /** The query of the list of cases in an embed, without its search, which is the filter. */
  readonly cases: string
}

/** The view of a dashboard that nobody has touched (P-EMAIL-7). */
export const FIRST_VIEW: DashboardView = {
  filter: '',
  sort: { id: 'numero_vazamentos', desc: true },
  page: 1,
  chart: 'plot',
  open: undefined,
  cases: '',
}

/** The view of one dashboard. */
export type ViewStore = {
  get(): DashboardView
  /** Shows another view from outside; `onChange` is not called. */
  show(view: DashboardView): void
  /** Carries out what a person chose. */
  change(changes: Partial<DashboardView>): void
  /** Calls `listener` after each other view; the returned function ends it. */
  subscribe(listener: () => void): () => void
}

/** Creates a store with {@link FIRST_VIEW}; `onChange` is called with each view that a person has chosen. */
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

/** The view in `given` and its changes; without it, a view that lives as long as the component. */
export const useView = (given: ViewStore | undefined): Pick<ViewStore, 'change'> & { readonly view: DashboardView } => {
  const [own] = useState(() => createViewStore())
  const { get, subscribe, change } = given ?? own
  return { view: useSyncExternalStore(subscribe, get), change }
}
