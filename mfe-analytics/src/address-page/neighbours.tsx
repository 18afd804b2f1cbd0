import { useLocation, useNavigate } from '@atalaia/react/router'
import { IconButton } from '@atalaia/ui'
import { useEffect, useEffectEvent } from 'react'
import { useAddressWords } from '../address/address-words.ts'
import { caseIn } from '../links/address-part-in.ts'
import type { Rows } from '../links/address-link.tsx'
import { addressPlace, rowsIn } from '../links/address-place.ts'
import { freeKey } from '../lists/free-key.ts'

type NeighboursProps = { readonly id: string }

/** Links to the previous and next row of the list, also by J and K (P-CASE-25). */
export const Neighbours = ({ id }: NeighboursProps) => {
  const { t, number } = useAddressWords()
  const { hash, state } = useLocation()
  const navigate = useNavigate()
  const around = rowsIn(state)
  const source = caseIn(hash)
  const at = around?.rows.findIndex((row) => row.id === id && row.source === source) ?? -1
  const go = (row: Rows['rows'][number] | undefined) => {
    if (row)
      void navigate(addressPlace(row.id, undefined, row.source), { state, replace: true, preventScrollReset: true })
  }
  const [last, next] = at < 0 ? [] : [around?.rows[at - 1], around?.rows[at + 1]]
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = freeKey(event)
    if (key === 'j') go(next)
    if (key === 'k') go(last)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  if (!around || at < 0) return null
  return (
    <div className="analytics-address__neighbours" role="group" aria-label={t('rows')}>
      <IconButton icon="chevron-left" label={t('rows.last')} aria-disabled={!last} onClick={() => go(last)} />
      <span>{t('rows.at', { at: number(around.before + at + 1), all: number(around.all) })}</span>
      <IconButton icon="chevron-right" label={t('rows.next')} aria-disabled={!next} onClick={() => go(next)} />
    </div>
  )
}
