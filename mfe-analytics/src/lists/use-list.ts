import type { HttpClient, HttpResult, Logger } from '@atalaia/contracts'
import { useLoaded } from '@atalaia/ui'
import { useContext, useState } from 'react'
import { logLoad } from '../management/call-parts.ts'
import { ListPlaceContext } from './list-place.ts'
import type { ListQuery } from './list-query.ts'

/** The props of a route that shows a list. */
export type ListScreenProps = {
  readonly http: HttpClient
  readonly logger: Logger
  /** The query of the list's address. */
  readonly search: string
  /** An address is open over it. */
  readonly isCovered: boolean
}

/** The result of an action on rows, in words, with the way to take it back. `warning`: some of the rows stay as they were. */
export type Outcome = {
  readonly kind: 'success' | 'warning' | 'danger'
  readonly text: string
  readonly undo?: () => void
}

type ListParts<Query, Page> = {
  /** Id of the list's route in remote.json. */
  readonly id: string
  readonly search: string
  readonly isCovered: boolean
  readonly readQuery: (search: string) => Query
  readonly queryText: (query: Query) => string
  readonly source: {
    /** Asks for the page of a query. */
    readonly load: (query: string, signal: AbortSignal) => Promise<HttpResult<Page>>
    readonly logger: Logger
    /** Name of the list in the log. */
    readonly name: string
  }
}

/**
 * A list whose rows the server searches, sorts and pages, with the rows that a person has chosen in it. Its page is loaded again
 * once nothing lies over it any more, which may have changed its rows.
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
  /** Another part of the list, from its first page on. */
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
    /** Changes once the list is {@link clear}. */
    cleared,
    show,
    goTo: (page: number) => open({ ...query, page }),
    /** Back to the usual query, or to one that differs from it in `but`, with an empty field of the search. */
    clear: (but?: Partial<Query>) => {
      const usual = { ...readQuery(''), page: 1, ...but }
      setAwaited(queryText(usual))
      open(usual)
    },
    /** After rows have been changed. The `kept` ones stay chosen. Default: none. */
    changed: (next: Outcome, kept: readonly string[] = []) => {
      setOutcome(next)
      setChosen(new Set(kept))
      loaded.reload()
    },
  }
}
