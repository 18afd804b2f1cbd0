import type { HttpClient, HttpFailure } from '@atalaia/contracts'
import { numberRowsSchema, ROWS_AT_ONCE, type NumberRow, type RowNumber } from '@atalaia/contracts/number-rows'
import { Button, useLoaded } from '@atalaia/ui'
import { useState, type ReactNode } from 'react'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useAddressWords } from './address-words.ts'
import { useDetailWords } from './detail-words.ts'
import { LoadingRows } from './loading-rows.tsx'

export type NumberRowsProps = {
  readonly http: HttpClient
  readonly id: string
  readonly number: RowNumber
  readonly source?: string | undefined
  /** Rows already shown elsewhere. Default: 0. */
  readonly after?: number
  readonly titleOf: (source: string) => string
  /** Default: no state is visible. */
  readonly renderMark?: ((sources: readonly string[]) => ReactNode) | undefined
}

type Rows = {
  readonly rows: readonly NumberRow[]
  readonly left: number
}

const focusRow = (row: HTMLElement | null) => row?.focus()

/** {@link ROWS_AT_ONCE} at a time (P-ADDRESS-12). Shows no password, hash or machine. */
export const NumberRows = (props: NumberRowsProps) => {
  const { http, id, number, source, after = 0 } = props
  const { t } = useDetailWords()
  const note = useNotes()[number]
  const key = [id, number, source, after].join(' ')
  const { value, failure, isLoading, reload } = useLoaded<Rows, HttpFailure>(key, async (signal, shown) => {
    const before = shown?.rows ?? []
    const from = after + before.length
    const query = new URLSearchParams({ numero: number, depois: String(from), ...(source && { fonte: source }) })
    const result = await http.get(`/emails/${id}/linhas?${query.toString()}`, numberRowsSchema, { signal })
    if (!result.ok) return result
    const { total, linhas } = result.value
    const more = linhas.length === 0 ? 0 : Math.max(0, total - from - linhas.length)
    return { ok: true, value: { rows: [...before, ...linhas], left: more } }
  })
  const { rows, left } = value ?? { rows: [], left: undefined }
  const [focused, setFocused] = useState<number>()
  const loadNext = () => {
    setFocused(rows.length)
    reload()
  }
  return (
    <>
      {rows.length > 0 && (
        <ol className="analytics-address__rows">
          {rows.map((row, index) => (
            <li
              key={row.ordem}
              data-row={after + index + 1}
              tabIndex={-1}
              ref={index === focused ? focusRow : undefined}
            >
              <Row row={row} {...props} />
            </li>
          ))}
        </ol>
      )}
      {failure && <FailurePanel title={t('rows.failed')} failure={failure} onRetry={loadNext} />}
      {isLoading && <LoadingRows />}
      {left !== undefined && left + rows.length > ROWS_AT_ONCE && (
        <p className="analytics-address__note" role="status">
          {t('rows.shown', { shown: rows.length, total: rows.length + left })}
        </p>
      )}
      {left !== undefined && left > 0 && !failure && (
        <Button size="small" icon="chevron-down" aria-disabled={isLoading} onClick={() => !isLoading && loadNext()}>
          {t('rows.more', { count: Math.min(left, ROWS_AT_ONCE) })}
        </Button>
      )}
      {source !== undefined && note !== undefined && <p className="analytics-address__note">{note}</p>}
    </>
  )
}

const useNotes = (): Readonly<Record<RowNumber, string | undefined>> => {
  const { t } = useDetailWords()
  const masked = useAddressWords().t('explain.masked')
  return {
    senhas: masked,
    repetidas: masked,
    hashes: t('explain.hashes'),
    computadores: t('explain.machines'),
    sites: undefined,
  }
}

const useName = ({ ordem, nome }: NumberRow, number: RowNumber): string => {
  const { t } = useDetailWords()
  const { t: tAddress, number: digits } = useAddressWords()
  const ordinal = digits(ordem)
  if (number === 'sites') return nome ?? ''
  if (number === 'hashes') return t('hash.one', { ordinal })
  return number === 'computadores' ? t('machine.one', { ordinal }) : tAddress('password.one', { ordinal })
}

const Row = ({ row, number, source, titleOf, renderMark }: { readonly row: NumberRow } & NumberRowsProps) => {
  const { t, date } = useDetailWords()
  const { t: tAddress, number: digits, listed, wordsFor } = useAddressWords()
  const name = useName(row, number)
  const { dia, ultimo, dia_informado: isDayTold, tipos, fontes } = row
  const others = listed(fontes.filter((one) => one !== source).map(titleOf))
  const sources = source !== undefined && others !== '' ? t('rows.also', { sources: others }) : others
  return (
    <>
      <span>
        {[name, listed(tipos.map(wordsFor)), sources].filter(Boolean).join(' · ')} {renderMark?.(fontes)}
        {source === undefined && fontes.length > 1 && (
          <strong className="analytics-address__same">
            {tAddress('password.same', { count: digits(fontes.length) })}
          </strong>
        )}
      </span>
      <span className="analytics-address__days">
        {isDayTold === false ? tAddress('source.noDay') : <time dateTime={dia}>{date(dia)}</time>}
        {ultimo !== dia && <time dateTime={ultimo}>{t('rows.until', { day: date(ultimo) })}</time>}
      </span>
    </>
  )
}
