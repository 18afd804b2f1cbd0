import { useRef, useState } from 'react'
import type { Answer } from './answer.ts'

export type Action<Failure> = {
  readonly isBusy: boolean
  /** Words for the last failure. */
  readonly problem: string | undefined
  /** `undefined`: failed, or another call is running. */
  run<Value>(
    call: () => Promise<Answer<Value, Failure>>,
    onFailure?: (failure: Failure) => void,
  ): Promise<Value | undefined>
  /** Shows a problem outside a call; `undefined` clears. */
  fail(problem: string | undefined): void
}

type State<Failure> = { readonly isBusy: boolean; readonly failure?: Failure; readonly problem?: string | undefined }

/** Runs one call at a time, and keeps the last failure. `textOf` words it. */
export const useAction = <Failure>(textOf: (failure: Failure) => string): Action<Failure> => {
  const [{ isBusy, failure, problem }, setState] = useState<State<Failure>>({ isBusy: false })
  const isRunning = useRef(false)
  return {
    isBusy,
    problem: failure === undefined ? problem : textOf(failure),
    run: async (call, onFailure) => {
      if (isRunning.current) return undefined
      isRunning.current = true
      setState({ isBusy: true })
      const answer = await call()
      isRunning.current = false
      if (answer.ok) {
        setState({ isBusy: false })
        return answer.value
      }
      setState({ isBusy: false, failure: answer.failure })
      onFailure?.(answer.failure)
      return undefined
    },
    fail: (told) => setState({ isBusy: false, problem: told }),
  }
}
