import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from './answer.ts'

type State<Value, Failure> = {
  /** Last value; stays during a call, and after a failure. */
  readonly value: Value | undefined
  /** Last call's failure, until the next call. */
  readonly failure: Failure | undefined
  readonly isLoading: boolean
}

/** A new object asks again, for the same key too. */
type Question = { readonly key: string | undefined }

export type Loaded<Value, Failure> = State<Value, Failure> & {
  /** After a failure, a change, or for further rows. */
  reload(): void
  /** Changes the value without a call. Needs a value. */
  change(make: (value: Value) => Value): void
}

/** `shown`: present value, for calls that add to it. `signal` ends with the component or key. */
export type Load<Value, Failure> = (signal: AbortSignal, shown: Value | undefined) => Promise<Answer<Value, Failure>>

export type LoadOptions<Failure> = {
  /** Keeps the previous key's value until the next. Default: false. */
  readonly keeps?: boolean
  /** Milliseconds between calls of a visible page. Default: none. */
  readonly every?: number
  /** For the log. */
  readonly onFailure?: (failure: Failure) => void
}

/**
 * Loads `key`, and again when it changes; `undefined` loads nothing. Drops answers to earlier keys
 * or gone components.
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
