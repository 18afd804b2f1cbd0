import type { HttpClient, HttpFailure, HttpResult } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { useRef, useState } from 'react'
import { failureDetail, failureText } from '../api-request.ts'
import type { RequestState } from '../store.ts'

/**
 * One call at a time, with its state for a form. `run` gives the value of a call that succeeded, and `undefined` of one that
 * failed, or while another one is running. `fail` shows a failure that no call has.
 */
export const useCall = () => {
  const { http, logger } = useRemoteContext()
  const [state, setState] = useState<RequestState>({ isFetching: false, errorMessage: '' })
  const busy = useRef(false)
  const run = async <Value>(
    what: string,
    call: (http: HttpClient) => Promise<HttpResult<Value>>,
    onFailure?: (failure: HttpFailure, text: string) => void,
  ): Promise<Value | undefined> => {
    if (busy.current) return undefined
    busy.current = true
    setState({ isFetching: true, errorMessage: '' })
    const result: HttpResult<Value> = http ? await call(http) : { ok: false, failure: { kind: 'disabled' } }
    busy.current = false
    const errorMessage = result.ok ? '' : failureText(result.failure)
    setState({ isFetching: false, errorMessage })
    if (result.ok) return result.value
    onFailure?.(result.failure, errorMessage)
    logger.error(`${what} failed`, failureDetail(result.failure))
    return undefined
  }
  const fail = (errorMessage: string) => setState({ isFetching: false, errorMessage })
  return { state, run, fail }
}
