import { arrayMove } from '@dnd-kit/sortable'
import { useState } from 'react'
import { forgetArrangement, keepArrangement, readArrangement, type Arrangement } from './arrangement.ts'

type Arranging = Arrangement & {
  readonly move: (id: string, over: string) => void
  readonly remove: (id: string) => void
  readonly reset: () => void
}

/** P-KIT-5 */
export const useArrangement = (ids: readonly string[]): Arranging => {
  const [arrangement, setArrangement] = useState(() => readArrangement(localStorage, ids))
  const { order, removed } = arrangement
  const change = (next: Arrangement) => {
    keepArrangement(localStorage, next)
    setArrangement(next)
  }
  return {
    ...arrangement,
    move: (id, over) => change({ order: arrayMove([...order], order.indexOf(id), order.indexOf(over)), removed }),
    remove: (id) => change({ order, removed: [...removed, id] }),
    reset: () => {
      forgetArrangement(localStorage)
      setArrangement({ order: ids, removed: [] })
    },
  }
}
