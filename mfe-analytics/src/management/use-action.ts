import type { HttpFailure, HttpResult } from '@atalaia/contracts'
import { useState } from 'react'
import { useManagementWords } from './management-words.ts'

/** Runs one call at a time, and keeps why the last one failed. */
export const useAction = () => {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<HttpFailure>()
  const { reasonText } = useManagementWords()
  return {
    isBusy,
    problem: failure && reasonText(failure),
    clear: () => setFailure(undefined),
    /** The value; `undefined` when the call failed, or another one is under way. */
    run: async <Value>(call: () => Promise<HttpResult<Value>>): Promise<Value | undefined> => {
      if (isBusy) return undefined
      setBusy(true)
      setFailure(undefined)
      const result = await call()
      setBusy(false)
      if (result.ok) return result.value
      setFailure(result.failure)
      return undefined
    },
  }
}
