import type { HttpClient, HttpFailure } from '@atalaia/contracts'
import { numberRowsSchema, type NumberRow, type RowNumber } from '@atalaia/contracts/number-rows'
import { useCallback, useEffect, useState } from 'react'

/** A number of an address, or of one of its sources; its rows from `after` on make it. */
export type CountedRows = {
  readonly http: HttpClient
  /** Id of the address, as it stands in paths of the API. */
  readonly id: string
  readonly number: RowNumber
  /** `undefined`: of all sources of the address. */
  readonly source?: string | undefined
  /** Rows that are shown elsewhere already. Default: 0. */
  readonly after?: number
}

type Rows = {
  readonly rows: readonly NumberRow[]
  /** The rows that are still to come; `undefined` until it is known. */
  readonly left: number | undefined
  readonly failure: HttpFailure | undefined
  readonly isLoading: boolean
}

const NONE: Rows = { rows: [], left: undefined, failure: undefined, isLoading: true }

/** Loads the rows of a number. `load` loads those that come next, and tries again after a failure. */
export const useNumberRows = ({ http, id, number, source, after = 0 }: CountedRows) => {
  const [state, setState] = useState(NONE)
  const [offset, setOffset] = useState({ after })

  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      setState((last) => ({ ...last, failure: undefined, isLoading: true }))
      const query = new URLSearchParams({
        numero: number,
        depois: String(offset.after),
        ...(source && { fonte: source }),
      })
      const result = await http.get(`/emails/${id}/linhas?${query.toString()}`, numberRowsSchema, {
        signal: left.signal,
      })
      if (left.signal.aborted) return
      setState((last) => {
        if (!result.ok) return { ...last, failure: result.failure, isLoading: false }
        const { total, linhas } = result.value
        const more = linhas.length === 0 ? 0 : Math.max(0, total - offset.after - linhas.length)
        return { rows: [...last.rows, ...linhas], left: more, failure: undefined, isLoading: false }
      })
    }
    void load()
    return () => left.abort()
  }, [http, id, number, source, offset])

  const shown = state.rows.length
  const load = useCallback(() => setOffset({ after: after + shown }), [after, shown])
  return { ...state, load }
}
