import { CASE_STATES, type CasePerson, type CaseState, type LeakCase } from '@atalaia/contracts/cases'
import { DateField } from '@atalaia/ui'
import { SelectField } from '../controls/select-field.tsx'
import type { CaseChange } from './case-calls.ts'
import { useCaseWords, type CaseWords } from './case-words.ts'
import { useKnowsPeople } from './people.ts'

export type CaseDraft = {
  readonly state: string
  readonly owner: string
  /** `YYYY-MM-DD`; '' for none. */
  readonly due: string
}

export const draftOf = ({ estado, responsavel, prazo }: LeakCase): CaseDraft => ({
  state: estado,
  owner: responsavel?.id ?? 'ninguem',
  due: prazo ?? '',
})

const stateOf = (text: string): CaseState | undefined => CASE_STATES.find((one) => one === text)

export const changeOf = ({ state, owner, due }: CaseDraft, from: CaseDraft): CaseChange => {
  const estado = stateOf(state)
  return {
    ...(estado && state !== from.state && { estado }),
    ...(owner !== from.owner && { responsavel: owner === 'ninguem' ? null : owner }),
    ...(due !== from.due && { prazo: due === '' ? null : due }),
  }
}

export const peopleOptions = (people: readonly CasePerson[], { t }: Pick<CaseWords, 't'>) => [
  { value: 'ninguem', label: t('nobody') },
  ...people.map(({ id, email }) => ({ value: id, label: email })),
]

type CaseFieldsProps = {
  readonly draft: CaseDraft
  readonly people: readonly CasePerson[]
  readonly onChange: (changes: Partial<CaseDraft>) => void
}

export const CaseFields = ({ draft, people, onChange }: CaseFieldsProps) => {
  const knowsPeople = useKnowsPeople()
  const words = useCaseWords()
  const { t, stateName } = words
  return (
    <>
      <SelectField
        label={t('state')}
        value={draft.state}
        options={CASE_STATES.map((one) => ({ value: one, label: stateName(one) }))}
        onChange={(state) => onChange({ state })}
      />
      {knowsPeople && (
        <SelectField
          label={t('owner')}
          value={draft.owner}
          options={peopleOptions(people, words)}
          onChange={(owner) => onChange({ owner })}
        />
      )}
      <DateField
        label={t('due')}
        min="2020-01-01"
        max="2099-12-31"
        value={draft.due}
        onChange={(due = '') => onChange({ due })}
      />
    </>
  )
}
