import { organisationSchema, type Member } from '@atalaia/contracts'
import { auditPageSchema, type AuditRow } from '@atalaia/contracts/audit'
import { useRemoteContext } from '@atalaia/react'
import { useEffect, useState } from 'react'
import { failureText } from '../api-request.ts'

/** The filter of the page; an empty text filters nothing. Days are `YYYY-MM-DD`. */
export type AuditFilter = { readonly ator: string; readonly acao: string; readonly de: string; readonly ate: string }
export const NO_FILTER: AuditFilter = { ator: '', acao: '', de: '', ate: '' }

/** The query of a filter, with further parameters. */
export const queryOf = (filter: AuditFilter, more: Readonly<Record<string, string>> = {}): string => {
  const given = Object.entries({ ...filter, ...more }).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** A filter that somebody has chosen, once or again. */
type Asked = { readonly filter: AuditFilter }
type Answered = { readonly asked: Asked } & (
  | { readonly status: 'failed'; readonly text: string }
  | { readonly status: 'shown'; readonly rows: readonly AuditRow[]; readonly next: string | null }
)
const LOADING = { status: 'loading' } as const

const LOG = '/organizacao/auditoria'

/** The rows that a filter leaves, page after page. */
export const useAudit = () => {
  const { http } = useRemoteContext()
  const [asked, setAsked] = useState<Asked>({ filter: NO_FILTER })
  const [answered, setAnswered] = useState<Answered>()
  const [isLoadingMore, setLoadingMore] = useState(false)
  // An answer to another filter is none.
  const loaded = answered?.asked === asked ? answered : LOADING

  useEffect(() => {
    const left = new AbortController()
    void http?.get(`${LOG}${queryOf(asked.filter)}`, auditPageSchema, { signal: left.signal }).then((result) => {
      if (left.signal.aborted) return
      setAnswered(
        result.ok
          ? { asked, status: 'shown', rows: result.value.linhas, next: result.value.proxima }
          : { asked, status: 'failed', text: failureText(result.failure) },
      )
    })
    return () => left.abort()
  }, [http, asked])

  const loadMore = async (onFailure: (text: string) => void) => {
    if (loaded.status !== 'shown' || loaded.next === null || isLoadingMore) return
    setLoadingMore(true)
    const result = await http?.get(`${LOG}${queryOf(asked.filter, { antes_de: loaded.next })}`, auditPageSchema)
    setLoadingMore(false)
    if (result?.ok) {
      const { linhas, proxima } = result.value
      const longer = { ...loaded, rows: [...loaded.rows, ...linhas], next: proxima }
      // Unless another filter was chosen meanwhile.
      setAnswered((now) => (now === loaded ? longer : now))
    } else if (result) onFailure(failureText(result.failure))
  }
  return {
    filter: asked.filter,
    setFilter: (filter: AuditFilter) => setAsked({ filter }),
    loaded,
    isLoadingMore,
    loadMore,
    retry: () => setAsked({ filter: asked.filter }),
  }
}

/** The people of the organisation, for the filter; none while they are not there. */
export const useMembers = (): readonly Member[] => {
  const { http } = useRemoteContext()
  const [members, setMembers] = useState<readonly Member[]>([])
  useEffect(() => {
    const left = new AbortController()
    void http?.get('/organizacao', organisationSchema, { signal: left.signal }).then((result) => {
      if (result.ok && !left.signal.aborted) setMembers(result.value.membros)
    })
    return () => left.abort()
  }, [http])
  return members
}
