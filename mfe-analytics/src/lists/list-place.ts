import { createContext, type ReactNode } from 'react'
import type { SaveRows } from './save-rows.ts'

export type ListPlace = {
  readonly open: (id: string, query: string) => void
  readonly renderHead: (id: string) => ReactNode
  /** Whether a link has led to the rows: the first one takes the focus. Default: no. */
  readonly isLedToRows?: boolean
  /** Absent in a portal, which saves no files. */
  readonly saveRows?: SaveRows
}

export const ListPlaceContext = createContext<ListPlace>({ open: () => undefined, renderHead: () => null })
