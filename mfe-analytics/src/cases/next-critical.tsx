import type { HttpClient } from '@atalaia/contracts'
import { useLoaded } from '@atalaia/ui'
import { useMemo } from 'react'
import { AddressLink } from '../links/address-link.tsx'
import { createCaseListCalls } from './case-list-calls.ts'
import { queryText, readQuery } from './case-query.ts'
import { useCaseWords } from './case-words.ts'

type NextCriticalProps = {
  readonly http: HttpClient
  /** Of the case that was saved. */
  readonly id: string
  readonly source: string
}

const CRITICAL = queryText({ ...readQuery(''), level: 'critica' })

/** Link from a saved case to the next critical open case, if there is one (P-CASE-26). */
export const NextCritical = ({ http, id, source }: NextCriticalProps) => {
  const { t } = useCaseWords()
  const calls = useMemo(() => createCaseListCalls(http), [http])
  const { value } = useLoaded(CRITICAL, (signal) => calls.page(CRITICAL, signal))
  const next = value?.linhas.find(({ endereco, fonte }) => endereco !== id || fonte !== source)
  return (
    next && (
      <AddressLink id={next.endereco} source={next.fonte}>
        {t('next.critical')}
      </AddressLink>
    )
  )
}
