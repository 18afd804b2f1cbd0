import type { HttpClient, HttpFailure, HttpResult } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { useAction as useOneAction, useLoaded, type LoadOptions } from '@atalaia/ui'
import { failureDetail, failureText } from './api-request.ts'

const NO_API = { ok: false, failure: { kind: 'disabled' } } as const

export const useAnswer = <Value>(
  key: string | undefined,
  call: (http: HttpClient, signal: AbortSignal, shown: Value | undefined) => Promise<HttpResult<Value>>,
  options?: LoadOptions<HttpFailure>,
) => {
  const { http } = useRemoteContext()
  const { failure, ...loaded } = useLoaded<Value, HttpFailure>(
    key,
    async (signal, shown) => (http ? call(http, signal, shown) : NO_API),
    options,
  )
  return { ...loaded, failure: failure && failureText(failure) }
}

/** One call at a time, with a form's state. Logs a failure under `what`. */
export const useAction = () => {
  const { http, logger } = useRemoteContext()
  const { isBusy, problem = '', run, fail } = useOneAction(failureText)
  return {
    state: { isFetching: isBusy, errorMessage: problem },
    run: <Value>(
      what: string,
      call: (http: HttpClient) => Promise<HttpResult<Value>>,
      onFailure?: (failure: HttpFailure) => void,
    ) =>
      run<Value>(
        async () => (http ? call(http) : NO_API),
        (failure) => {
          onFailure?.(failure)
          logger.error(`${what} failed`, failureDetail(failure))
        },
      ),
    fail,
  }
}
