import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from './answer.ts'

type State<Value, Failure> = {
  /** The last value. It stays while another one is on its way, and when that one fails. */
  readonly value: Value | undefined
  /** The failure of the last call, until the next one is made. */
  readonly failure: Failure | undefined
  readonly isLoading: boolean
}

/** Another object asks again, also for the same key. */
type Question = { readonly key: string | undefined }

export type Loaded<Value, Failure> = State<Value, Failure> & {
  /** Calls again: after a failure, after a change, or for the next rows. */
  reload(): void
  /** Changes the value without a call. Does nothing before the first value. */
  change(make: (value: Value) => Value): void
}

/** Makes the call. `shown` is the value that is there, for a call that adds to it. `signal` ends with the component or the key. */
export type Load<Value, Failure> = (signal: AbortSignal, shown: Value | undefined) => Promise<Answer<Value, Failure>>

export type LoadOptions<Failure> = {
  /** Whether the value of the key before stays until the next one. Default: false. */
  readonly keeps?: boolean
  /** Milliseconds between further calls, which are made while the page is visible. Default: none. */
  readonly every?: number
  /** Called with a failure that the component shows, for the log. */
  readonly onFailure?: (failure: Failure) => void
}

/**
 * Loads what `key` names, and again when the key changes; `undefined` loads nothing. An answer to an earlier key, or for a
 * component that has gone, is dropped.
 */
export const useLoaded = <Value, Failure>(
  key: string | undefined,
  load: Load<Value, Failure>,
  { keeps = false, every, onFailure }: LoadOptions<Failure> = {},
): Loaded<Value, Failure> => {
  const [state, setState] = useState(() => waiting<Value, Failure>(key, undefined))
  if (state.question.key !== key) setState(waiting(key, keeps && key !== undefined ? state.value : undefined))
  const { question, value, failure, isLoading } = state
  const latest = useRef({ load, onFailure, value })
  useEffect(() => {
    latest.current = { load, onFailure, value }
  })

  useEffect(() => {
    if (question.key === undefined) return undefined
    const left = new AbortController()
    const ask = async () => {
      const answer = await latest.current.load(left.signal, latest.current.value)
      if (left.signal.aborted) return
      setState((last) => {
        if (last.question !== question) return last
        return answer.ok
          ? { question, value: answer.value, failure: undefined, isLoading: false }
          : { ...last, failure: answer.failure, isLoading: false }
      })
      if (!answer.ok) latest.current.onFailure?.(answer.failure)
    }
    void ask()
    const timer = every === undefined ? undefined : setInterval(() => document.hidden || void ask(), every)
    return () => {
      left.abort()
      clearInterval(timer)
    }
  }, [question, every])

  const reload = useCallback(() => setState(({ question: { key: same }, value: last }) => waiting(same, last)), [])
  const change = useCallback(
    (make: (last: Value) => Value) =>
      setState((last) => (last.value === undefined ? last : { ...last, value: make(last.value) })),
    [],
  )
  return { value, failure, isLoading, reload, change }
}

const waiting = <Value, Failure>(
  key: string | undefined,
  value: Value | undefined,
): State<Value, Failure> & { readonly question: Question } => ({
  question: { key },
  value,
  failure: undefined,
  isLoading: key !== undefined,
})
