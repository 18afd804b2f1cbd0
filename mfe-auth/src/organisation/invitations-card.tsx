import { LIFETIMES, ROLE_LABELS, type Invitation, type Role } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card, formatDate, TextField } from '@atalaia/ui'
import { useState } from 'react'
import { anyAnswer } from '../api-request.ts'
import { AuthForm, formText } from '../frame/auth-form.tsx'
import { useCall } from '../recovery/use-call.ts'
import { emailError } from '../frame/email-error.ts'
import type { OrganisationPart } from './name-card.tsx'
import { RoleField } from './role-field.tsx'

/** Invites a mailbox, and lists the invitations that wait (P-MEMBER-2). */
export const InvitationsCard = ({ organisation: { papel, convites }, onChange }: OrganisationPart) => {
  const { bus } = useRemoteContext()
  const { state, run } = useCall()
  const [role, setRole] = useState<Role>('reader')
  const [error, setError] = useState<string>()
  const submit = async (form: HTMLFormElement) => {
    const email = formText(form, 'email').trim()
    const wrong = emailError(email)
    setError(wrong)
    if (wrong) return
    if (!(await run('invitation', (http) => http.postJson('/organizacao/convites', { email, papel: role }, anyAnswer))))
      return
    form.reset()
    bus.publish('toast:requested', { kind: 'success', text: `Convite enviado a ${email}.` })
    onChange()
  }
  return (
    <Card title="Convites">
      <p>
        Quem você convida recebe um link por email, que vale por {LIFETIMES.invitation.words} e só com uma conta daquele
        endereço.
      </p>
      <AuthForm state={state} submitLabel="Convidar" onSubmit={(form) => void submit(form)} focused={false}>
        <TextField
          label="Email da pessoa"
          name="email"
          type="email"
          autoComplete="off"
          maxLength={254}
          error={error}
          onChange={() => setError(undefined)}
        />
        <div className="ui-field">
          <span className="form-label">Papel</span>
          <RoleField by={papel} label="Papel" value={role} onChange={setRole} />
        </div>
      </AuthForm>
      {convites.length > 0 && <Waiting convites={convites} onChange={onChange} />}
    </Card>
  )
}

const Waiting = ({
  convites,
  onChange,
}: {
  readonly convites: readonly Invitation[]
  readonly onChange: () => void
}) => {
  const { state, run } = useCall()
  const act = async (id: string, action: 'reenviar' | 'revogar') => {
    if (
      await run(`invitation: ${action}`, (http) =>
        http.postJson(`/organizacao/convites/${id}/${action}`, {}, anyAnswer),
      )
    )
      onChange()
  }
  return (
    <>
      <h3 className="auth-subtitle">Esperando resposta</h3>
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <ul className="auth-list">
        {convites.map(({ id, email, papel, expira_em: until }) => (
          <li key={id}>
            <span>
              {email}
              <span className="ui-muted">{` · ${ROLE_LABELS[papel]} · até ${formatDate(until)}`}</span>
            </span>
            <span className="auth-row-actions">
              <Button size="small" aria-label={`Reenviar a ${email}`} onClick={() => void act(id, 'reenviar')}>
                Reenviar
              </Button>
              <Button size="small" aria-label={`Revogar o de ${email}`} onClick={() => void act(id, 'revogar')}>
                Revogar
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
