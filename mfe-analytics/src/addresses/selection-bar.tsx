import { MAX_ADDRESS_LABELS, type AddressPage, type HttpResult, type ListedAddress } from '@atalaia/contracts'
import { Button, TextField } from '@atalaia/ui'
import { useContext, useState, type FormEvent } from 'react'
import { SelectField } from '../controls/select-field.tsx'
import { NoticeContext } from '../links/address-link.tsx'
import type { Outcome } from '../lists/use-list.ts'
import { useManagementWords } from '../management/management-words.ts'
import { useAddressesWords } from './addresses-words.ts'
import type { ListCalls } from './list-calls.ts'
import { markedOutcome, removedOutcome, restoredOutcome } from './outcomes.ts'

type SelectionBarProps = {
  readonly chosen: readonly ListedAddress[]
  readonly labels: readonly string[]
  readonly people: NonNullable<AddressPage['pessoas']>
  readonly calls: ListCalls
  /** `kept`: ids that stay chosen. */
  readonly onChanged: (outcome: Outcome, kept?: readonly string[]) => void
  readonly onFailed: (outcome: Outcome) => void
}

export const SelectionBar = ({ chosen, labels, people, calls, onChanged, onFailed }: SelectionBarProps) => {
  const words = useAddressesWords()
  const renderNotice = useContext(NoticeContext)
  const { t } = words
  const { reasonText } = useManagementWords()
  const [label, setLabel] = useState('')
  const [owner, setOwner] = useState('')
  const [isBusy, setBusy] = useState(false)
  const ids = chosen.map(({ id }) => id)
  const run = async <Value,>(
    call: Promise<HttpResult<Value>>,
    told: (value: Value) => Outcome,
    keptOf: (value: Value) => readonly string[] = () => [],
  ) => {
    setBusy(true)
    const result = await call
    setBusy(false)
    if (result.ok) onChanged(told(result.value), keptOf(result.value))
    else onFailed({ kind: 'danger', text: `${t('failed')} ${reasonText(result.failure)}` })
  }
  const restore = () => void run(calls.restore(ids), (value) => restoredOutcome(value, words))
  const remove = () =>
    void run(
      calls.remove(ids),
      ({ alterados: count }) => ({
        ...removedOutcome(count, ids.length, words),
        ...(count > 0 && { undo: restore }),
      }),
      // Those that are removed are rows no more.
      ({ alterados: count }) => (count < ids.length ? ids : []),
    )
  const mark = (has: boolean) => {
    const text = label.trim()
    if (text === '' || isBusy) return
    const full = chosen.filter(
      ({ etiquetas }) => has && etiquetas.length >= MAX_ADDRESS_LABELS && !etiquetas.includes(text),
    )
    void run(
      calls.label(ids, text, has),
      ({ alterados: count }) => {
        const marked = { changed: t('labelled', { count }), same: ids.length - count - full.length, full: full.length }
        return markedOutcome(marked, words)
      },
      () => full.map(({ id }) => id),
    )
  }
  const assign = () => {
    if (isBusy) return
    const wanted = owner === '' ? null : owner
    void run(calls.assign(ids, wanted), ({ alterados: count }) =>
      markedOutcome({ changed: t('assigned', { count }), same: ids.length - count }, words),
    )
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
      {renderNotice(chosen.flatMap(({ email, numero_vazamentos: leaks }) => (leaks > 0 ? [{ email }] : [])))}
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
