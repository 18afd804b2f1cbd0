import {
  daysText,
  RETENTION_LABELS,
  RETENTION_NAMES,
  retentionChoice,
  retentionDays,
  retentionFactsSchema,
  type Retention,
  type RetentionBound,
  type RetentionName,
} from '@atalaia/contracts/retention'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card } from '@atalaia/ui'
import { useId } from 'react'
import { useAction, useAnswer } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { formText } from '../frame/auth-form.tsx'

const PATH = '/organizacao/retencao'

/** Choices within the bounds, in days. */
const CHOICES: Readonly<Record<RetentionName, readonly number[]>> = {
  relatorios: [30, 90, 180, 365, 730, 1825],
  acoes_de_portais: [7, 30, 60],
  nomes_na_auditoria: [365, 545],
}

const standardText = (standard: number | null) =>
  standard === null ? 'Enquanto a organização existir' : `${daysText(standard)} (padrão)`

/** P-PRIVACY-4 */
export const RetentionCard = () => {
  const { value, reload } = useAnswer(PATH, (http, signal) => http.get(PATH, retentionFactsSchema, { signal }))
  const { bus } = useRemoteContext()
  const { state, run } = useAction()
  if (!value) return null
  const submit = async (form: HTMLFormElement) => {
    const chosen = (name: RetentionName) => {
      const text = formText(form, name)
      return text === '' ? null : Number(text)
    }
    const body: Retention = {
      relatorios: chosen('relatorios'),
      acoes_de_portais: chosen('acoes_de_portais'),
      nomes_na_auditoria: chosen('nomes_na_auditoria'),
    }
    if (!(await run('retention', (http) => http.postJson(PATH, body, anyAnswer)))) return
    bus.publish('toast:requested', { kind: 'success', text: 'Prazos salvos.' })
    reload()
  }
  return (
    <Card title="Por quanto tempo guardamos">
      <p>
        O que passa do prazo é apagado a cada hora, e não volta. A auditoria em si fica; o que sai são nomes e redes.
      </p>
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <form
        className="auth-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        {RETENTION_NAMES.map((name) => (
          <Choice key={`${name} ${value[name]}`} name={name} value={value[name]} bound={value.limites[name]} />
        ))}
        <Button type="submit" variant="primary" busy={state.isFetching}>
          Salvar prazos
        </Button>
      </form>
    </Card>
  )
}

type ChoiceProps = {
  readonly name: RetentionName
  readonly value: number | null
  readonly bound: RetentionBound
}

const Choice = ({ name, value, bound }: ChoiceProps) => {
  const id = useId()
  const { least, most, standard } = retentionChoice(name, bound)
  const isNarrowed = bound.minimo !== null || bound.maximo !== null
  const held = value === null ? null : retentionDays(name, value, bound)
  const offered = [...CHOICES[name], least, ...(most === standard ? [] : [most]), ...(held === null ? [] : [held])]
  const known = [...new Set(offered)]
    .filter((days) => days >= least && days <= most)
    .toSorted((one, other) => one - other)
  return (
    <div className="ui-field">
      <label className="form-label" htmlFor={id}>
        {RETENTION_LABELS[name]}
      </label>
      <select
        className="form-control"
        id={id}
        name={name}
        defaultValue={held === null ? '' : String(held)}
        aria-describedby={`${id}-bound`}
      >
        <option value="">{standardText(standard)}</option>
        {known.map((days) => (
          <option key={days} value={days}>
            {daysText(days)}
          </option>
        ))}
      </select>
      <p className="form-text" id={`${id}-bound`}>
        De {daysText(least)} a {daysText(most)}
        {isNarrowed && ', por decisão de quem opera a instalação'}.
        {held !== value && value !== null && held !== null && (
          <>
            {' '}
            A escolha de antes, {daysText(value)}, está fora disso: valem {daysText(held)}.
          </>
        )}
      </p>
    </div>
  )
}
