import type { HttpClient, HttpResult, Logger } from '@atalaia/contracts'
import { useLoaded } from '@atalaia/ui'
import { useContext, useState } from 'react'
import { logLoad } from '../management/call-parts.ts'
import { ListPlaceContext } from './list-place.ts'
import type { ListQuery } from './list-query.ts'

export type ListScreenProps = {
  readonly http: HttpClient
  readonly logger: Logger
  readonly search: string
  readonly isCovered: boolean
}

/** Result in words, with its undo. `warning`: some rows stayed unchanged. */
export type Outcome = {
  readonly kind: 'success' | 'warning' | 'danger'
  readonly text: string
  readonly undo?: () => void
}

type ListParts<Query, Page> = {
  readonly id: string
  readonly search: string
  readonly isCovered: boolean
  readonly readQuery: (search: string) => Query
  readonly queryText: (query: Query) => string
  readonly source: {
    readonly load: (query: string, signal: AbortSignal) => Promise<HttpResult<Page>>
    readonly logger: Logger
    readonly name: string
  }
}

/**
 * The server searches, sorts and pages. Reloads once nothing covers the list: its rows may have
 * changed.
 */
export const useList = <Query extends ListQuery, Page>({
  id,
  search,
  isCovered,
  readQuery,
  queryText,
  source,
}: ListParts<Query, Page>) => {
  const place = useContext(ListPlaceContext)
  const query = readQuery(search)
  const [covered, setCovered] = useState({ isCovered, ends: 0 })
  if (covered.isCovered !== isCovered) setCovered({ isCovered, ends: covered.ends + Number(!isCovered) })
  const asked = queryText(query)
  const loaded = useLoaded(`${covered.ends} ${asked}`, (signal) => source.load(asked, signal), {
    keeps: true,
    onFailure: logLoad(source.logger, source.name),
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<Outcome>()
  const [cleared, setCleared] = useState(0)
  const [awaited, setAwaited] = useState<string>()
  // The fields begin anew with the query that they are cleared to: the place may take a while to change.
  if (awaited !== undefined && queryText(query) === awaited) {
    setAwaited(undefined)
    setCleared(cleared + 1)
  }

  const open = (next: Query) => {
    setChosen(new Set())
    place.open(id, queryText(next))
  }
  /** Starts at the first page. */
  const show = (changes: Partial<Query>) => open({ ...query, page: 1, ...changes })
  return {
    page: loaded.value,
    isLoading: loaded.isLoading,
    failure: loaded.failure,
    reload: loaded.reload,
    head: place.renderHead(id),
    query,
    chosen,
    setChosen,
    outcome,
    setOutcome,
    cleared,
    show,
    goTo: (page: number) => open({ ...query, page }),
    /** Restores the default query with changes `but`, and empties the search. */
    clear: (but?: Partial<Query>) => {
      const usual = { ...readQuery(''), page: 1, ...but }
      setAwaited(queryText(usual))
      open(usual)
    },
    /** The `kept` rows stay chosen. Default: none. */
    changed: (next: Outcome, kept: readonly string[] = []) => {
      setOutcome(next)
      setChosen(new Set(kept))
      loaded.reload()
    },
  }
}
