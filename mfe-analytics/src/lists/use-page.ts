import type { HttpFailure, HttpResult, Logger } from '@atalaia/contracts'
import { useEffect, useState } from 'react'

/** The page of a list that was received last, and whether another one is on its way. */
export type PageState<Page> = {
  readonly page: Page | undefined
  readonly isLoading: boolean
  readonly failure: HttpFailure | undefined
}

export type PageSource<Page> = {
  /** Asks for the page of a query. Another function asks again. */
  readonly load: (query: string, signal: AbortSignal) => Promise<HttpResult<Page>>
  readonly logger: Logger
  /** Name of the list in the log. */
  readonly name: string
}

/**
 * Loads the page of a list that `query` asks for, a part of the page's address. The page that is there stays until the next one
 * comes; an answer to an earlier query is dropped. `isCovered`: something is open over the list that may change its rows, so
 * that they are loaded again once it is gone.
 */
export const usePage = <Page>({ load, logger, name }: PageSource<Page>, query: string, isCovered: boolean) => {
  const [state, setState] = useState<PageState<Page>>({ page: undefined, isLoading: true, failure: undefined })
  const [asked, setAsked] = useState({ query })
  const [wasCovered, setWasCovered] = useState(isCovered)
  // Another object asks again, also for the same query.
  if (asked.query !== query) setAsked({ query })
  else if (wasCovered !== isCovered) {
    setWasCovered(isCovered)
    if (wasCovered) setAsked({ query })
  }

  useEffect(() => {
    const left = new AbortController()
    const ask = async () => {
      const result = await load(asked.query, left.signal)
      if (left.signal.aborted) return
      if (!result.ok) logger.error(`${name} did not load`, result.failure)
      setState((last) =>
        result.ok
          ? { page: result.value, isLoading: false, failure: undefined }
          : { ...last, isLoading: false, failure: result.failure },
      )
    }
    void ask()
    return () => left.abort()
  }, [asked, load, logger, name])

  return {
    ...state,
    reload: () => {
      setState((last) => ({ ...last, isLoading: true, failure: undefined }))
      setAsked({ query })
    },
  }
}
