import type { HttpClient, HttpResult } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { useRef, useState } from 'react'
import { failureDetail, failureText } from '../api-request.ts'
import type { RequestState } from '../store.ts'

/**
 * One call at a time, with its state for a form. `run` gives the value of a call that succeeded, and `undefined` of one that
 * failed, or while another one is running.
 */
export const useCall = () => {
  const { http, logger } = useRemoteContext()
  const [state, setState] = useState<RequestState>({ isFetching: false, errorMessage: '' })
  const busy = useRef(false)
  const run = async <Value>(
    what: string,
    call: (http: HttpClient) => Promise<HttpResult<Value>>,
  ): Promise<Value | undefined> => {
    if (busy.current) return undefined
    busy.current = true
    setState({ isFetching: true, errorMessage: '' })
    const result: HttpResult<Value> = http ? await call(http) : { ok: false, failure: { kind: 'disabled' } }
    busy.current = false
    setState({ isFetching: false, errorMessage: result.ok ? '' : failureText(result.failure) })
    if (result.ok) return result.value
    logger.error(`${what} failed`, failureDetail(result.failure))
    return undefined
  }
  return { state, run }
}
