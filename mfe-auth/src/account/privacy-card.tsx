import { leavingSchema, type AccountFacts } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card, Dialog } from '@atalaia/ui'
import { useRef, useState } from 'react'
import { anyAnswer } from '../api-request.ts'
import { formText, PasswordField } from '../frame/auth-form.tsx'
import { useCall } from '../recovery/use-call.ts'

const dayOf = (instant: string) => new Date(instant).toLocaleDateString('pt-BR')

/** A person's own data: as a file, and its deletion after a time of grace (P-PRIVACY-1, P-PRIVACY-2). */
export const PrivacyCard = ({ account }: { readonly account: AccountFacts }) => {
  const { bus } = useRemoteContext()
  const { state, run } = useCall()
  const [leavesAt, setLeavesAt] = useState(account.exclui_em)
  const [isAsking, setAsking] = useState(false)
  const download = async () => {
    const data = await run('own data', (http) => http.get('/conta/dados', anyAnswer))
    if (data !== undefined) save(JSON.stringify(data, null, 2))
  }
  const stay = async () => {
    if (!(await run('end of deletion', (http) => http.postJson('/conta/exclusao/cancelar', {}, anyAnswer)))) return
    setLeavesAt(undefined)
    bus.publish('toast:requested', { kind: 'success', text: 'A conta continua.' })
  }
  return (
    <Card title="Seus dados">
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      {leavesAt && <Alert kind="warning">Esta conta será excluída em {dayOf(leavesAt)}.</Alert>}
      <p>Um arquivo com tudo o que guardamos sobre você. Os endereços vigiados são da organização.</p>
      <div className="auth-actions">
        <Button busy={state.isFetching} onClick={() => void download()}>
          Baixar meus dados
        </Button>
        {leavesAt ? (
          <Button busy={state.isFetching} onClick={() => void stay()}>
            Cancelar a exclusão
          </Button>
        ) : (
          <Button variant="danger" onClick={() => setAsking(true)}>
            Excluir a conta
          </Button>
        )}
      </div>
      {isAsking && (
        <LeaveDialog
          onClose={() => setAsking(false)}
          onLeft={(instant) => {
            setAsking(false)
            setLeavesAt(instant)
          }}
        />
      )}
    </Card>
  )
}

type LeaveDialogProps = { readonly onClose: () => void; readonly onLeft: (instant: string) => void }

const LeaveDialog = ({ onClose, onLeft }: LeaveDialogProps) => {
  const { state, run } = useCall()
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const submit = async () => {
    const senha = form.current ? formText(form.current, 'password') : ''
    setError(senha === '' ? 'Informe a sua senha.' : undefined)
    if (senha === '') return
    const answer = await run('deletion', (http) => http.postJson('/conta/exclusao', { senha }, leavingSchema))
    if (answer) onLeft(answer.exclui_em)
  }
  return (
    <Dialog
      open
      title="Excluir a conta"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Voltar</Button>
          <Button variant="danger" busy={state.isFetching} onClick={() => void submit()}>
            Excluir em 14 dias
          </Button>
        </>
      }
    >
      <p>
        Em 14 dias a conta e o que é só dela deixam de existir; até lá você pode cancelar. Uma organização em que só
        você está vai junto.
      </p>
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <PasswordField
          label="A sua senha"
          revealed="a sua senha"
          name="password"
          required
          autoComplete="current-password"
          maxLength={1024}
          error={error}
        />
      </form>
    </Dialog>
  )
}

/** Hands the browser a file. */
const save = (text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'meus-dados.json'
  link.click()
  URL.revokeObjectURL(url)
}
