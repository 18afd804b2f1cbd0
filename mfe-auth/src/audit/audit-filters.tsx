import type { Member } from '@atalaia/contracts'
import { AUDIT_ACTIONS } from '@atalaia/contracts/audit'
import { DateField } from '@atalaia/ui'
import { useId } from 'react'
import { ACTOR_LABELS } from './audit-words.ts'
import type { AuditFilter } from './audit-query.ts'

const OTHERS = (['operator', 'system', 'unknown'] as const).map((kind) => [kind, ACTOR_LABELS[kind]] as const)
const ACTIONS = Object.entries(AUDIT_ACTIONS).toSorted(([, one], [, other]) => one.localeCompare(other, 'pt-BR'))

type AuditFiltersProps = {
  readonly filter: AuditFilter
  readonly members: readonly Member[]
  readonly onFilter: (filter: AuditFilter) => void
}

export const AuditFilters = ({ filter, members, onFilter }: AuditFiltersProps) => {
  const id = useId()
  const change = (changes: Partial<AuditFilter>) => onFilter({ ...filter, ...changes })
  const choices = [
    { name: 'acao', label: 'Ação', options: [['', 'Todas'], ...ACTIONS] },
    {
      name: 'ator',
      label: 'Quem',
      options: [['', 'Todos'], ...members.map((member) => [member.id, member.email]), ...OTHERS],
    },
  ] as const
  return (
    <div className="auth-audit__filters" role="search" aria-label="Filtros da auditoria">
      {choices.map(({ name, label, options }) => (
        <div key={name} className="ui-field">
          <label className="form-label" htmlFor={`${id}-${name}`}>
            {label}
          </label>
          <select
            className="form-control"
            id={`${id}-${name}`}
            value={filter[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          >
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      ))}
      <DateField
        label="De"
        value={filter.de}
        {...(filter.ate !== '' && { max: filter.ate })}
        onChange={(de) => de !== undefined && change({ de })}
      />
      <DateField
        label="Até"
        value={filter.ate}
        {...(filter.de !== '' && { min: filter.de })}
        onChange={(ate) => ate !== undefined && change({ ate })}
      />
    </div>
  )
}
