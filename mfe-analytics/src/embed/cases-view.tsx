import { useMemo, useState } from 'react'
import { CasesScreen } from '../cases/cases-screen.tsx'
import { ListPlaceContext, type ListPlace } from '../lists/list-place.ts'
import { useView, type ViewStore } from '../state/view-store.ts'
import type { ViewProps } from './view-props.ts'
import { cutFilter } from './place.ts'

const SEARCH = 'busca'

const queryOf = (cases: string, filter: string): string => {
  const query = new URLSearchParams(cases)
  if (filter === '') query.delete(SEARCH)
  else query.set(SEARCH, filter)
  return query.toString()
}

type CasesViewProps = ViewProps & {
  readonly chosen: ViewStore
  readonly isCovered: boolean
}

/** The embed's filter is its search; its query is a part of the place. */
export const CasesView = ({ http, logger, chosen, isCovered }: CasesViewProps) => {
  const { view, change } = useView(chosen)
  const [typed, setTyped] = useState(view.filter)
  const [round, setRound] = useState(0)
  if (typed !== view.filter) {
    // The portal has set another one: the field of the search begins anew with it.
    setTyped(view.filter)
    setRound(round + 1)
  }
  const place = useMemo(
    (): ListPlace => ({
      open: (_id, query) => {
        const filter = cutFilter(new URLSearchParams(query).get(SEARCH) ?? '')
        setTyped(filter)
        change({ cases: queryOf(query, ''), filter })
      },
      renderHead: () => null,
    }),
    [change],
  )
  return (
    <ListPlaceContext value={place}>
      <CasesScreen
        key={round}
        http={http}
        logger={logger}
        search={queryOf(view.cases, view.filter)}
        isCovered={isCovered}
      />
    </ListPlaceContext>
  )
}
