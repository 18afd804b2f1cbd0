import type { ListedCase } from '@atalaia/contracts/cases'
import { Button, Dialog } from '@atalaia/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { freeKey } from '../lists/free-key.ts'
import type { CaseChange } from './case-calls.ts'
import { useCaseWords } from './case-words.ts'

const KEYS = [
  ['J', 'keys.down'],
  ['K', 'keys.up'],
  ['E', 'keys.work'],
  ['T', 'keys.done'],
  ['A', 'keys.assign'],
  ['?', 'keys.help'],
] as const

const STATES = { e: 'em-andamento', t: 'tratado' } as const
const hasState = (key: string): key is keyof typeof STATES => Object.hasOwn(STATES, key)

type RowKeysParts = {
  readonly rows: readonly ListedCase[]
  readonly isActive: boolean
  /** `undefined` without the right to change cases. */
  readonly onChange: ((row: ListedCase, change: CaseChange) => void) | undefined
}

/** The single keys of the list (P-CASE-24): they move the focus between the rows, and act on the row that has it. */
export const useRowKeys = ({ rows, isActive, onChange }: RowKeysParts) => {
  const table = useRef<HTMLDivElement>(null)
  /** The row that had the focus last; it may be gone since. */
  const last = useRef(-1)
  const [isShown, setShown] = useState(false)

  const rowsIn = () => [...(table.current?.querySelectorAll('tbody > tr') ?? [])]
  const focus = (at: number) => {
    last.current = Math.min(Math.max(at, 0), rows.length - 1)
    rowsIn()[last.current]?.querySelector<HTMLElement>('th a')?.focus()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = freeKey(event)
    if (key === undefined || document.querySelector('dialog[open]') !== null) return
    if (key === '?') return setShown(true)
    const elements = rowsIn()
    const at = elements.findIndex((row) => row.contains(document.activeElement))
    if (key === 'j') return focus(at < 0 ? Math.max(last.current, 0) : at + 1)
    if (key === 'k') return focus(at < 0 ? last.current : at - 1)
    const row = rows[at]
    if (!row || !onChange) return
    last.current = at
    if (hasState(key)) return onChange(row, { estado: STATES[key] })
    if (key !== 'a') return
    event.preventDefault()
    elements[at]?.querySelector<HTMLElement>('.analytics-list__owner button')?.click()
  })
  useEffect(() => {
    if (!isActive) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isActive])

  return { table, isShown, close: () => setShown(false) }
}

export const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useCaseWords()
  return (
    <Dialog
      open
      title={t('keys.title')}
      isReadOut={false}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('keys.close')}</Button>}
    >
      <dl className="analytics-case__keys">
        {KEYS.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(name)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
