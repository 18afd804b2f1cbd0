import type { AddressPage, HttpResult } from '@atalaia/contracts'
import { Button, TextField } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { SelectField } from '../controls/select-field.tsx'
import type { Outcome } from '../lists/use-list.ts'
import { useManagementWords } from '../management/management-words.ts'
import { useAddressesWords } from './addresses-words.ts'
import type { ListCalls } from './list-calls.ts'

type SelectionBarProps = {
  /** Ids. */
  readonly chosen: ReadonlySet<string>
  readonly labels: readonly string[]
  /** The people who may own addresses; none where people are not told. */
  readonly people: NonNullable<AddressPage['pessoas']>
  readonly calls: ListCalls
  readonly onChanged: (outcome: Outcome) => void
  readonly onFailed: (outcome: Outcome) => void
}

/** The actions on all chosen addresses at once. */
export const SelectionBar = ({ chosen, labels, people, calls, onChanged, onFailed }: SelectionBarProps) => {
  const { t } = useAddressesWords()
  const { reasonText } = useManagementWords()
  const [label, setLabel] = useState('')
  const [owner, setOwner] = useState('')
  const [isBusy, setBusy] = useState(false)
  const ids = [...chosen]
  const run = async (call: Promise<HttpResult<{ alterados: number }>>, told: (count: number) => Outcome) => {
    setBusy(true)
    const result = await call
    setBusy(false)
    if (result.ok) onChanged(told(result.value.alterados))
    else onFailed({ kind: 'danger', text: `${t('failed')} ${reasonText(result.failure)}` })
  }
  const restore = () => void run(calls.restore(ids), (count) => ({ kind: 'success', text: t('restored', { count }) }))
  const remove = () =>
    void run(calls.remove(ids), (count) => ({ kind: 'success', text: t('removed', { count }), undo: restore }))
  const mark = (has: boolean) => {
    const text = label.trim()
    if (text === '' || isBusy) return
    void run(calls.label(ids, text, has), (count) => ({ kind: 'success', text: t('labelled', { count }) }))
  }
  const assign = () => {
    if (isBusy) return
    const wanted = owner === '' ? null : owner
    void run(calls.assign(ids, wanted), (count) => ({ kind: 'success', text: t('assigned', { count }) }))
  }
  return (
    <form
      className="analytics-list__selection"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        mark(true)
      }}
    >
      <p role="status">{t('selected', { count: ids.length })}</p>
      <Button icon="trash" variant="danger" busy={isBusy} onClick={remove}>
        {t('remove')}
      </Button>
      <TextField
        label={t('newLabel')}
        list="analytics-labels"
        maxLength={40}
        autoComplete="off"
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      <datalist id="analytics-labels">
        {labels.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
      <Button type="submit">{t('setLabel')}</Button>
      <Button variant="ghost" onClick={() => mark(false)}>
        {t('takeLabel')}
      </Button>
      {people.length > 0 && (
        <>
          <SelectField
            label={t('newOwner')}
            value={owner}
            options={[
              { value: '', label: t('owner.nobody') },
              ...people.map(({ id, email }) => ({ value: id, label: email })),
            ]}
            onChange={setOwner}
          />
          <Button onClick={assign}>{t('assign')}</Button>
        </>
      )}
    </form>
  )
}
