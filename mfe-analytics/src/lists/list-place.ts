import { createContext, type ReactNode } from 'react'

/** The surroundings of a list. */
export type ListPlace = {
  /** Shows another part of the list with an id: that of its query. */
  readonly open: (id: string, query: string) => void
  /** Above the list with an id. */
  readonly renderHead: (id: string) => ReactNode
}

export const ListPlaceContext = createContext<ListPlace>({ open: () => undefined, renderHead: () => null })
