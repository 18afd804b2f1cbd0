import { proofNeededSchema } from '@atalaia/contracts/second-factor'
import { useLocation, useNavigate } from '@atalaia/react/router'
import { Alert, Button, Dialog, TextField } from '@atalaia/ui'
import { useEffect, useId, useRef } from 'react'
import { loginPath } from '../platform/login-path.ts'
import type { ProofDialogProps } from '../platform/proofs.ts'
import { useSessionState, useShell } from '../platform/shell-context.ts'
import { knowsPasskeys } from './ask-passkey.ts'
import { useProof } from './use-proof.ts'

const waysIn = (refusal: unknown) => {
  const parsed = proofNeededSchema.safeParse(refusal)
  const ways = parsed.success ? parsed.data.meios : []
  return { password: ways.includes('senha'), passkey: ways.includes('chave') && knowsPasskeys() }
}

/** Lets the person prove themselves for a refused call (P-SESSION-30). */
export const ProofDialog = ({ question }: ProofDialogProps) => {
  const { bus } = useShell()
  const session = useSessionState()
  const [navigate, { pathname, search, hash }] = [useNavigate(), useLocation()]
  const { state, fail, cancel, byPassword, byPasskey } = useProof(question)
  const field = useRef<HTMLInputElement>(null)
  const formId = useId()
  const ways = waysIn(question.refusal)

  // After the dialog, which gives the focus to its first button.
  useEffect(() => field.current?.focus(), [])

  const submit = () => {
    const password = field.current?.value ?? ''
    if (password === '') return fail('Informe a sua senha.')
    void byPassword(password)
  }
  const logInAgain = () => {
    cancel()
    bus.publish('logout:requested', { reason: 'logout' })
    void navigate(loginPath(`${pathname}${search}${hash}`), { replace: true })
  }
  const none = !ways.password && !ways.passkey
  return (
    <Dialog
      open
      title="Confirme que é você"
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>Cancelar</Button>
          {ways.password && (
            <Button type="submit" form={formId} variant="primary" busy={state.busy !== undefined}>
              Confirmar
            </Button>
          )}
          {none && (
            <Button variant="primary" onClick={logInAgain}>
              Entrar de novo
            </Button>
          )}
        </>
      }
    >
      <p>
        {none
          ? 'Para continuar, confirme que é você: entre de novo e repita o pedido. O que está digitado nesta tela se perde.'
          : 'Para continuar, confirme que é você: o pedido mexe com acessos. Depois ele segue sozinho, e por dez minutos não perguntamos de novo.'}
      </p>
      {state.error !== '' && <Alert kind="danger">{state.error}</Alert>}
      {ways.password && (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {/* For password managers: whose password it is. */}
          <input
            hidden
            readOnly
            name="username"
            autoComplete="username"
            value={session.status === 'active' ? (session.user.email ?? '') : ''}
          />
          <TextField
            ref={field}
            label="A sua senha"
            type="password"
            name="password"
            required
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={1024}
          />
        </form>
      )}
      {ways.passkey && (
        <Button
          block
          variant={ways.password ? 'secondary' : 'primary'}
          icon="fingerprint"
          busy={state.busy !== undefined}
          onClick={() => void byPasskey()}
        >
          Usar chave de acesso
        </Button>
      )}
    </Dialog>
  )
}
