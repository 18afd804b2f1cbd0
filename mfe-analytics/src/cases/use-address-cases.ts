import type { HttpClient, Logger } from '@atalaia/contracts'
import type { AddressCases, LeakCase } from '@atalaia/contracts/cases'
import { useEffect, useMemo, useState } from 'react'
import { isRefusal } from '../address/use-address.ts'
import { createCaseCalls } from './case-calls.ts'

type Parts = { readonly id: string; readonly http: HttpClient; readonly logger: Logger }

/** The cases of an address: `undefined` until they have come, and where they do not. Without `isAsked` nothing is asked for. */
export const useAddressCases = ({ id, http, logger }: Parts, isAsked: boolean) => {
  const calls = useMemo(() => createCaseCalls(http), [http])
  const [cases, setCases] = useState<AddressCases>()
  const [failed, setFailed] = useState(false)
  /** Raised by each change: the timeline has its decision then (P-ADDRESS-15). */
  const [changes, setChanges] = useState(0)

  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const result = await calls.ofAddress(id, left.signal)
      if (left.signal.aborted) return
      if (result.ok) setCases(result.value)
      // After a change what there was stays, with the change.
      setFailed(!result.ok && changes === 0)
      if (result.ok) return
      if (!isRefusal(result.failure)) logger.error('the cases of an address did not load', result.failure)
    }
    if (isAsked) void load()
    return () => left.abort()
  }, [calls, id, logger, isAsked, changes])

  return {
    cases,
    failed,
    changed: (one: LeakCase) => {
      setCases((last) => last && { ...last, casos: [...last.casos.filter(({ fonte }) => fonte !== one.fonte), one] })
      setChanges((last) => last + 1)
    },
  }
}
