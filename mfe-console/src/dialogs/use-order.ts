import { useState } from 'react'
import { messageOf } from '../message-of.ts'

export type Ordering<Result> = {
  readonly busy: boolean
  /** The reason why the order was not carried out; empty: nothing is known against it. */
  readonly error: string
  /** Shows why an order cannot be given. */
  refuse(error: string): void
  /** Carries an order out, one at a time. Calls `onDone`, or shows the failure, of which `onFailure` is told. */
  run(act: () => Promise<Result>, onFailure?: (error: unknown) => void): Promise<void>
}

/** The state of one order that a dialog gives. */
export const useOrder = <Result>(onDone: (result: Result) => void): Ordering<Result> => {
  const [{ busy, error }, setState] = useState({ busy: false, error: '' })
  return {
    busy,
    error,
    refuse: (said) => setState({ busy: false, error: said }),
    run: async (act, onFailure) => {
      if (busy) return
      setState({ busy: true, error: '' })
      try {
        onDone(await act())
      } catch (failure) {
        onFailure?.(failure)
        setState({ busy: false, error: messageOf(failure) })
      }
    },
  }
}
