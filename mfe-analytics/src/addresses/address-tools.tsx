import { ADDRESS_FILTERS, ADDRESS_LEVELS, ADDRESS_SEEN } from '@atalaia/contracts'
import { Button } from '@atalaia/ui'
import type { ReactNode } from 'react'
import { useAddressWords } from '../address/address-words.ts'
import { SelectField } from '../controls/select-field.tsx'
import { ListTools } from '../lists/list-tools.tsx'
import { useAddressesWords } from './addresses-words.ts'
import { DomainField } from './domain-field.tsx'
import { countFilters, type AddressQuery } from './list-query.ts'

type AddressToolsProps = {
  readonly query: AddressQuery
  readonly domains: readonly string[]
  readonly labels: readonly string[]
  readonly owners: readonly string[]
  readonly onShow: (changes: Partial<AddressQuery>) => void
  /** `undefined`: the person may add no addresses. */
  readonly onAdd: (() => void) | undefined
  readonly files: ReactNode
  readonly onRemovals: (() => void) | undefined
}

type InUseFieldProps = {
  readonly label: string
  readonly any: string
  readonly texts: readonly string[]
  readonly value: string
  readonly onChange: (text: string) => void
}

const InUseField = ({ label, any, texts, value, onChange }: InUseFieldProps) => {
  const options = [...new Set([...texts, value])].filter(Boolean).map((text) => ({ value: text, label: text }))
  if (options.length === 0) return null
  return (
    <SelectField label={label} value={value} options={[{ value: '', label: any }, ...options]} onChange={onChange} />
  )
}

export const AddressTools = ({
  query,
  domains,
  labels,
  owners,
  files,
  onShow,
  onAdd,
  onRemovals,
}: AddressToolsProps) => {
  const { t } = useAddressesWords()
  const { wordsFor } = useAddressWords()
  return (
    <ListTools
      label={t('search')}
      search={query.search}
      onSearch={(search) => onShow({ search })}
      files={files}
      filtered={countFilters(query)}
      actions={
        <>
          {onAdd && (
            <Button icon="plus" variant="primary" onClick={onAdd}>
              {t('addMany')}
            </Button>
          )}
          {onRemovals && (
            <Button icon="restore" onClick={onRemovals}>
              {t('removals.title')}
            </Button>
          )}
        </>
      }
    >
      <SelectField
        label={t('filter')}
        value={query.filter}
        options={ADDRESS_FILTERS.map((filter) => ({ value: filter, label: t(`filter.${filter}`) }))}
        onChange={(filter) => onShow({ filter })}
      />
      <SelectField
        label={t('severity')}
        value={query.level}
        options={[
          { value: '', label: t('label.any') },
          ...ADDRESS_LEVELS.map((level) => ({ value: level, label: wordsFor(level) })),
        ]}
        onChange={(level) => onShow({ level })}
      />
      <SelectField
        label={t('seen')}
        value={query.seen}
        options={[
          { value: '', label: t('seen.any') },
          ...ADDRESS_SEEN.map((seen) => ({ value: seen, label: t(`seen.${seen}`) })),
        ]}
        onChange={(seen) => onShow({ seen })}
      />
      <DomainField domain={query.domain} offered={domains} onChange={(domain) => onShow({ domain })} />
      <InUseField
        label={t('label')}
        any={t('label.any')}
        texts={labels}
        value={query.label}
        onChange={(label) => onShow({ label })}
      />
      <InUseField
        label={t('owner')}
        any={t('owner.any')}
        texts={owners}
        value={query.owner}
        onChange={(owner) => onShow({ owner })}
      />
    </ListTools>
  )
}
