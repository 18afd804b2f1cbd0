import { LIFETIMES, ROLE_LABELS, type Invitation, type Role } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card, formatDate, TextField } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { AuthForm, formText } from '../frame/auth-form.tsx'
import { emailError } from '../frame/email-error.ts'
import { Question } from '../operator/question.tsx'
import type { OrganisationPart } from './name-card.tsx'
import { RoleField } from './role-field.tsx'

/** P-MEMBER-2 */
export const InvitationsCard = ({ organisation: { papel, convites }, onChange }: OrganisationPart) => {
  const { bus } = useRemoteContext()
  const { state, run } = useAction()
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
    <Card title="Convites" className="auth-invite">
      <p>
        Quem você convida recebe um link por e-mail, que vale por {LIFETIMES.invitation.words} e só com uma conta
        daquele endereço.
      </p>
      <AuthForm state={state} submitLabel="Convidar" onSubmit={(form) => void submit(form)} focused={false}>
        <TextField
          label="E-mail da pessoa"
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
  const { bus } = useRemoteContext()
  const { state, run, fail } = useAction()
  const [asked, setAsked] = useState<Invitation>()
  const act = async ({ id, email }: Invitation, action: 'reenviar' | 'revogar') => {
    const done = await run(`invitation: ${action}`, (http) =>
      http.postJson(`/organizacao/convites/${id}/${action}`, {}, anyAnswer),
    )
    if (!done) return
    setAsked(undefined)
    const text = action === 'reenviar' ? `Convite reenviado a ${email}.` : `Convite de ${email} revogado.`
    bus.publish('toast:requested', { kind: 'success', text })
    onChange()
  }
  const ask = (invitation?: Invitation) => {
    fail('')
    setAsked(invitation)
  }
  return (
    <>
      <h3 className="auth-subtitle">Aguardando resposta</h3>
      {state.errorMessage && !asked && <Alert kind="danger">{state.errorMessage}</Alert>}
      <ul className="auth-list">
        {convites.map((invitation) => {
          const { id, email, papel, expira_em: until } = invitation
          return (
            <li key={id}>
              <span>
                {email}
                <span className="ui-muted">{` · ${ROLE_LABELS[papel]} · até ${formatDate(until)}`}</span>
              </span>
              <span className="auth-row-actions">
                <Button
                  size="small"
                  aria-label={`Reenviar a ${email}`}
                  onClick={() => void act(invitation, 'reenviar')}
                >
                  Reenviar
                </Button>
                <Button size="small" aria-label={`Revogar o de ${email}`} onClick={() => ask(invitation)}>
                  Revogar
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {asked && (
        <Question
          title={`Revogar o convite de ${asked.email}?`}
          action="Revogar"
          isDangerous
          busy={state.isFetching}
          failure={state.errorMessage}
          onCancel={() => ask()}
          onSure={() => void act(asked, 'revogar')}
        >
          <p>O link que foi enviado deixa de valer. Você pode convidar de novo quando quiser.</p>
        </Question>
      )}
    </>
  )
}
