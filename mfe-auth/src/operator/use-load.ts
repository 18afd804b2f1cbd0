import type { HttpResult, Parser } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { failureText } from '../api-request.ts'

/** Loads `path`, and again with each change of it and with `reload`. What was shown stays until the next answer. `answer` has to be the same object each time. */
export const useLoad = <Value>(path: string, answer: Parser<Value>) => {
  const { http } = useRemoteContext()
  const [shown, setShown] = useState<{ readonly path: string; readonly value?: Value; readonly failure?: string }>()
  const newest = useRef(0)
  const load = useCallback(async () => {
    newest.current += 1
    const own = newest.current
    const result: HttpResult<Value> = (await http?.get(path, answer)) ?? { ok: false, failure: { kind: 'disabled' } }
    // Of two answers the one to the newer question counts.
    if (own !== newest.current) return
    setShown((before) =>
      result.ok ? { path, value: result.value } : { ...before, path, failure: failureText(result.failure) },
    )
  }, [http, path, answer])
  useEffect(() => {
    const asked = newest
    void load()
    return () => {
      asked.current += 1
    }
  }, [load])
  return { value: shown?.value, isLoading: shown?.path !== path, failure: shown?.failure, reload: () => void load() }
}
