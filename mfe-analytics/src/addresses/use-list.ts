import type { AddressPage, HttpFailure, Logger } from '@atalaia/contracts'
import { useEffect, useState } from 'react'
import type { ListCalls } from './list-calls.ts'
import { readQuery } from './list-query.ts'

/** The page of the list that was received last, and whether another one is on its way. */
export type ListState = {
  readonly page: AddressPage | undefined
  readonly isLoading: boolean
  readonly failure: HttpFailure | undefined
}

export type ListParts = { readonly calls: ListCalls; readonly logger: Logger }

/**
 * Loads the page of the list that `query` asks for, a part of the page's address. The page that is there stays until the next one
 * comes; an answer to an earlier query is dropped.
 */
export const useList = ({ calls, logger }: ListParts, query: string) => {
  const [state, setState] = useState<ListState>({ page: undefined, isLoading: true, failure: undefined })
  const [asked, setAsked] = useState({ query })
  // Another object asks again, also for the same query.
  if (asked.query !== query) setAsked({ query })

  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const result = await calls.page(readQuery(asked.query), left.signal)
      if (left.signal.aborted) return
      if (!result.ok) logger.error('the list of addresses did not load', result.failure)
      setState((last) =>
        result.ok
          ? { page: result.value, isLoading: false, failure: undefined }
          : { ...last, isLoading: false, failure: result.failure },
      )
    }
    void load()
    return () => left.abort()
  }, [asked, calls, logger])

  return {
    ...state,
    reload: () => {
      setState((last) => ({ ...last, isLoading: true, failure: undefined }))
      setAsked({ query })
    },
  }
}
