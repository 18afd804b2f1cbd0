import {
  RETENTION,
  RETENTION_NAMES,
  retentionSchema,
  type Retention,
  type RetentionName,
} from '@atalaia/contracts/retention'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card } from '@atalaia/ui'
import { useId } from 'react'
import { anyAnswer } from '../api-request.ts'
import { formText } from '../frame/auth-form.tsx'
import { useLoad } from '../operator/use-load.ts'
import { useCall } from '../recovery/use-call.ts'

const LABELS: Readonly<Record<RetentionName, string>> = {
  relatorios: 'Relatórios',
  acoes_de_portais: 'Ações de pessoas em portais',
  nomes_na_auditoria: 'Nomes e redes na auditoria',
}
/** The choices between the bounds, in days. */
const CHOICES: Readonly<Record<RetentionName, readonly number[]>> = {
  relatorios: [30, 90, 180, 365, 730, 1825],
  acoes_de_portais: [7, 30, 60],
  nomes_na_auditoria: [365, 545],
}

const daysText = (days: number) =>
  days % 365 === 0 ? `${days / 365} ${days === 365 ? 'ano' : 'anos'}` : `${days} dias`
const standardText = (name: RetentionName) => {
  const { standard } = RETENTION[name]
  return standard === null ? 'Enquanto a organização existir' : `${daysText(standard)} (padrão)`
}

/** The organisation's retention times, for its owners (P-PRIVACY-4). */
export const RetentionCard = () => {
  const { value, reload } = useLoad('/organizacao/retencao', retentionSchema)
  const { bus } = useRemoteContext()
  const { state, run } = useCall()
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
    if (!(await run('retention', (http) => http.postJson('/organizacao/retencao', body, anyAnswer)))) return
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
          <Choice key={`${name} ${value[name]}`} name={name} value={value[name]} />
        ))}
        <Button type="submit" variant="primary" busy={state.isFetching}>
          Salvar prazos
        </Button>
      </form>
    </Card>
  )
}

const Choice = ({ name, value }: { readonly name: RetentionName; readonly value: number | null }) => {
  const id = useId()
  const known = [...new Set([...CHOICES[name], ...(value === null ? [] : [value])])].toSorted(
    (one, other) => one - other,
  )
  return (
    <div className="ui-field">
      <label className="form-label" htmlFor={id}>
        {LABELS[name]}
      </label>
      <select className="form-control" id={id} name={name} defaultValue={value === null ? '' : String(value)}>
        <option value="">{standardText(name)}</option>
        {known.map((days) => (
          <option key={days} value={days}>
            {daysText(days)}
          </option>
        ))}
      </select>
    </div>
  )
}
