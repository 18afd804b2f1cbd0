import type { HttpResult, MonitoredEmail } from '@atalaia/contracts'
import type { MonitoredPage } from '@atalaia/contracts/monitored-page'
import { useEffect, useState } from 'react'

/** Asks the server for the page of the table that a query names. */
export type LoadRows = (query: string, signal: AbortSignal) => Promise<HttpResult<MonitoredPage>>

type Far = { readonly query: string; readonly page: MonitoredPage | undefined; readonly failed: boolean }

type FarParts = {
  /** `undefined`: the rows are here. */
  readonly query: string | undefined
  readonly load: LoadRows | undefined
  /** The rows that are here; others have come when the numbers were loaded again. */
  readonly near: readonly MonitoredEmail[]
}

/** Rows of the table that the server has: those of the last answer, until the next one comes. */
export const useFarRows = ({ query, load, near }: FarParts) => {
  const [far, setFar] = useState<Far>()
  // Another object asks again, also for the same query.
  const [asked, setAsked] = useState({ query, near })
  if (asked.query !== query || asked.near !== near) setAsked({ query, near })
  useEffect(() => {
    const { query: wanted } = asked
    if (wanted === undefined || !load) return undefined
    const left = new AbortController()
    const ask = async () => {
      const result = await load(wanted, left.signal)
      if (left.signal.aborted) return
      setFar((last) => ({ query: wanted, page: result.ok ? result.value : last?.page, failed: !result.ok }))
    }
    void ask()
    return () => left.abort()
  }, [asked, load])
  return {
    page: query === undefined ? undefined : far?.page,
    isLoading: query !== undefined && far?.query !== query,
    hasFailed: query !== undefined && far?.query === query && far.failed,
  }
}
