import { AUDIENCE_KINDS } from '@atalaia/artifact/rows'
import { DateField, TextField } from '@atalaia/ui'
import { Choices } from '../dialogs/choices.tsx'
import type { PromotionFaults, PromotionFields } from './read-promotion.ts'

type PromotionFormProps = {
  readonly fields: PromotionFields
  readonly faults: PromotionFaults
  /** `changed` names the changed field. */
  onChange(fields: PromotionFields, changed: keyof PromotionFields): void
}

type TextName = Exclude<keyof PromotionFields, 'kind' | 'when'>

const AUDIENCE_FIELDS = {
  org: ['Organizações', 'Números, separados por vírgulas.'],
  role: ['Papéis', 'Como a API os diz.'],
  region: ['Regiões', 'Códigos, como BR.'],
  header: ['Cabeçalhos', 'Nome e valor, como X-Beta:1. Qualquer um pode mandar: só para testes.'],
} as const

export const PromotionForm = ({ fields, faults, onChange }: PromotionFormProps) => {
  const textOf = (name: TextName) => ({
    value: fields[name],
    error: faults[name] ?? '',
    autoComplete: 'off',
    maxLength: 1000,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...fields, [name]: target.value }, name),
  })
  const hasAudienceFault = AUDIENCE_KINDS.some((kind) => faults[kind] !== undefined)
  return (
    <>
      <Choices
        legend="Quem recebe"
        chosen={fields.kind}
        onChoose={(kind) => onChange({ ...fields, kind }, 'kind')}
        among={[
          {
            value: 'steps',
            label: 'Em passos, enquanto for bem',
            more: (
              <div className="console-fields">
                <TextField label="Passos, em %" {...textOf('steps')} />
                <TextField label="Minutos em cada passo" inputMode="decimal" {...textOf('minutes')} />
              </div>
            ),
          },
          {
            value: 'share',
            label: 'Uma parte dos navegadores',
            more: <TextField label="Parte, em %" inputMode="numeric" {...textOf('percent')} />,
          },
          { value: 'all', label: 'Todos' },
        ]}
      />
      <details className="console-more" {...(hasAudienceFault && { open: true })}>
        <summary>Só para um público</summary>
        <p className="form-text console-hint">
          Entre vírgulas basta um; campos diferentes valem juntos. Vazio: todos os navegadores.
        </p>
        <div className="console-fields">
          {AUDIENCE_KINDS.map((kind) => (
            <TextField key={kind} label={AUDIENCE_FIELDS[kind][0]} hint={AUDIENCE_FIELDS[kind][1]} {...textOf(kind)} />
          ))}
        </div>
      </details>
      <Choices
        legend="Quando"
        chosen={fields.when}
        onChoose={(when) => onChange({ ...fields, when }, 'when')}
        among={[
          { value: 'now', label: 'Agora' },
          {
            value: 'later',
            label: 'Em uma hora marcada',
            more: (
              <DateField
                label="Dia e hora"
                hasTime
                hint={zoneHint()}
                value={fields.at}
                error={faults.at}
                onChange={(at = '') => onChange({ ...fields, at }, 'at')}
              />
            ),
          },
        ]}
      />
    </>
  )
}

export const zoneHint = (): string =>
  `No horário deste navegador (${new Intl.DateTimeFormat().resolvedOptions().timeZone}).`
