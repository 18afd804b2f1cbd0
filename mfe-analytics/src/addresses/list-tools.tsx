import { ADDRESS_FILTERS } from '@atalaia/contracts'
import { Button, TextField } from '@atalaia/ui'
import { useId, useState, type ReactNode } from 'react'
import { t } from './addresses-words.ts'
import type { ListQuery } from './list-query.ts'

type ListToolsProps = {
  readonly query: ListQuery
  /** In use. */
  readonly labels: readonly string[]
  readonly isSaving: boolean
  readonly onShow: (changes: Partial<ListQuery>) => void
  readonly onAdd: () => void
  readonly onSave: () => void
}

/** Search, filters and the two actions on the whole list. */
export const ListTools = ({ query, labels, isSaving, onShow, onAdd, onSave }: ListToolsProps) => {
  const [typed, setTyped] = useState(query.search)
  return (
    <div className="analytics-list__tools">
      <TextField
        label={t('search')}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onShow({ search: target.value })
        }}
      />
      <Choice label={t('filter')} value={query.filter} onChange={(value) => onShow({ filter: filterOf(value) })}>
        {ADDRESS_FILTERS.map((filter) => (
          <option key={filter} value={filter}>
            {t(`filter.${filter}`)}
          </option>
        ))}
      </Choice>
      {(labels.length > 0 || query.label !== '') && (
        <Choice label={t('label')} value={query.label} onChange={(label) => onShow({ label })}>
          <option value="">{t('label.any')}</option>
          {[...new Set([...labels, ...(query.label === '' ? [] : [query.label])])].map((label) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </Choice>
      )}
      <div className="analytics-list__actions">
        <Button icon="plus" variant="primary" onClick={onAdd}>
          {t('addMany')}
        </Button>
        <Button icon="download" busy={isSaving} busyLabel={t('csv.busy')} onClick={onSave}>
          {t('csv')}
        </Button>
      </div>
    </div>
  )
}

const filterOf = (value: string) => ADDRESS_FILTERS.find((filter) => filter === value) ?? ADDRESS_FILTERS[0]

type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

const Choice = ({ label, value, onChange, children }: ChoiceProps) => {
  const id = useId()
  return (
    <div className="ui-field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="form-control" value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </div>
  )
}
