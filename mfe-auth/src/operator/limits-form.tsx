import { LIMIT_NAMES, ORGANISATION_LIMITS, type LimitName, type OperatedDetail } from '@atalaia/contracts/operator'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, formatNumber, TextField } from '@atalaia/ui'
import { useAction } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { formText } from '../frame/auth-form.tsx'

const LABELS: Readonly<Record<LimitName, string>> = {
  enderecos: 'Endereços',
  pessoas: 'Pessoas',
  chaves: 'Chaves de API',
  dominios: 'Domínios',
  origens: 'Origens de portais',
}

type LimitsFormProps = { readonly organisation: OperatedDetail; readonly onChange: () => void }

export const LimitsForm = ({ organisation: { id, limites }, onChange }: LimitsFormProps) => {
  const { bus } = useRemoteContext()
  const { state, run, fail } = useAction()
  const submit = async (form: HTMLFormElement) => {
    const typed = LIMIT_NAMES.map((name) => [name, formText(form, name).trim()] as const)
    const wrong = typed.find(([name, text]) => !/^\d*$/.test(text) || Number(text) > ORGANISATION_LIMITS[name])
    if (wrong)
      return fail(`${LABELS[wrong[0]]}: um número de 0 a ${formatNumber(ORGANISATION_LIMITS[wrong[0]])}, ou nada.`)
    const body = Object.fromEntries(typed.map(([name, text]) => [name, text === '' ? null : Number(text)]))
    const path = `/operador/organizacoes/${id}/limites`
    if ((await run('limits', (http) => http.postJson(path, body, anyAnswer))) === undefined) return
    bus.publish('toast:requested', { kind: 'success', text: 'Limites salvos.' })
    onChange()
  }
  return (
    <>
      <h3 className="auth-subtitle">Limites</h3>
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        <div className="auth-limits">
          {LIMIT_NAMES.map((name) => {
            const { usados, maximo, proprio } = limites[name]
            return (
              <TextField
                key={name}
                label={LABELS[name]}
                name={name}
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
                defaultValue={proprio ? String(maximo) : ''}
                placeholder={String(maximo)}
                hint={`${formatNumber(usados)} de ${formatNumber(maximo)} em uso${proprio ? '' : ', o da instalação'}`}
              />
            )
          })}
        </div>
        <Button type="submit" variant="primary" busy={state.isFetching}>
          Salvar limites
        </Button>
      </form>
    </>
  )
}
