import { CASE_DUES, CASE_FILTERS, CASE_LEVELS, CASE_STATES, type CasePage } from '@atalaia/contracts/cases'
import type { ReactNode } from 'react'
import { useAddressWords } from '../address/address-words.ts'
import { SelectField } from '../controls/select-field.tsx'
import { ListTools } from '../lists/list-tools.tsx'
import { peopleOptions } from './case-fields.tsx'
import { countFilters, type CaseQuery } from './case-query.ts'
import { useCaseWords } from './case-words.ts'
import { useKnowsPeople } from './people.ts'

type CaseToolsProps = {
  readonly query: CaseQuery
  readonly page: CasePage | undefined
  readonly onShow: (changes: Partial<CaseQuery>) => void
  readonly files: ReactNode
}

const FILTERS = ['abertos', ...CASE_STATES, 'encerrados', 'todos'] as const

export const CaseTools = ({ query, page, onShow, files }: CaseToolsProps) => {
  const knowsPeople = useKnowsPeople()
  const words = useCaseWords()
  const { t, stateName } = words
  const { wordsFor } = useAddressWords()
  const filterName = (filter: (typeof CASE_FILTERS)[number]): string =>
    filter === 'abertos' || filter === 'encerrados' || filter === 'todos' ? t(`filter.${filter}`) : stateName(filter)
  const any = { value: '', label: t('any') } as const
  const sources = (page?.fontes ?? []).map(({ fonte, titulo }) => ({ value: fonte, label: titulo ?? fonte }))
  const isListed = query.source === '' || sources.some(({ value }) => value === query.source)
  return (
    <ListTools
      label={t('search')}
      search={query.search}
      onSearch={(search) => onShow({ search })}
      files={files}
      filtered={countFilters(query)}
    >
      <SelectField
        label={t('state')}
        value={query.filter}
        options={FILTERS.map((filter) => ({ value: filter, label: filterName(filter) }))}
        onChange={(filter) => onShow({ filter })}
      />
      <SelectField
        label={t('severity')}
        value={query.level}
        options={[any, ...CASE_LEVELS.map((level) => ({ value: level, label: wordsFor(level) }))]}
        onChange={(level) => onShow({ level })}
      />
      {knowsPeople && (
        <SelectField
          label={t('owner')}
          value={query.owner}
          options={[any, { value: 'eu', label: t('me') }, ...peopleOptions(page?.pessoas ?? [], words)]}
          onChange={(owner) => onShow({ owner })}
        />
      )}
      <SelectField
        label={t('due')}
        value={query.due}
        options={[any, ...CASE_DUES.map((due) => ({ value: due, label: t(`due.${due}`) }))]}
        onChange={(due) => onShow({ due })}
      />
      <SelectField
        label={t('source')}
        value={query.source}
        options={[any, ...(isListed ? [] : [{ value: query.source, label: query.source }]), ...sources]}
        onChange={(source) => onShow({ source })}
      />
    </ListTools>
  )
}
