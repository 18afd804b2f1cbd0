import {
  appSetupSchema,
  factorChangedSchema,
  passkeyCreationSchema,
  type AppSetup,
  type FactorChanged,
} from '@atalaia/contracts/second-factor'
import { Button, TextField } from '@atalaia/ui'
import { useState, type ReactNode } from 'react'
import { useAction } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { AuthForm, formText, PasswordField } from '../frame/auth-form.tsx'
import type { RequestState } from '../store.ts'
import { QrCode } from './qr-code.tsx'
import { withPasskeys } from './with-passkeys.ts'

const BASE = '/conta/segundo-fator'

type TaskProps = {
  readonly onDone: (changed: FactorChanged) => void
  readonly onCancel: () => void
}

type FieldsProps = {
  readonly state: RequestState
  readonly submitLabel: string
  readonly onCancel: () => void
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly children: ReactNode
}

const TaskForm = ({ state, submitLabel, onCancel, onSubmit, children }: FieldsProps) => (
  <div className="factor-task">
    <AuthForm state={state} submitLabel={submitLabel} onSubmit={onSubmit}>
      {children}
    </AuthForm>
    <Button variant="ghost" size="small" onClick={onCancel}>
      Cancelar
    </Button>
  </div>
)

const usePassword = () => {
  const [error, setError] = useState<string>()
  const field = (
    <PasswordField
      label="Sua senha"
      revealed="a sua senha"
      name="senha"
      autoComplete="current-password"
      maxLength={1024}
      error={error}
    />
  )
  const read = (form: HTMLFormElement): string => {
    const senha = formText(form, 'senha')
    setError(senha === '' ? 'Informe a sua senha.' : undefined)
    return senha
  }
  return { field, read }
}

const OTHERS = 'encerrar'

const OthersField = () => (
  <label className="factor-others">
    <input type="checkbox" name={OTHERS} defaultChecked />
    Encerrar as outras sessões
  </label>
)

const othersIn = (form: HTMLFormElement) => ({ encerrar: new FormData(form).has(OTHERS) })

type PasswordTaskProps = TaskProps & {
  readonly path: string
  /**
   * Sent with the password. Default: a change of the account's factors, with an offer to end its
   * further sessions.
   */
  readonly body?: object
  readonly submitLabel: string
  readonly children: ReactNode
}

export const PasswordTask = ({ path, body, submitLabel, onDone, onCancel, children }: PasswordTaskProps) => {
  const { state, run } = useAction()
  const password = usePassword()
  const submit = async (form: HTMLFormElement) => {
    const senha = password.read(form)
    if (senha === '') return
    const more = body ?? othersIn(form)
    const changed = await run('second factor', (http) => http.postJson(path, { ...more, senha }, factorChangedSchema))
    if (changed) onDone(changed)
  }
  return (
    <TaskForm state={state} submitLabel={submitLabel} onCancel={onCancel} onSubmit={(form) => void submit(form)}>
      <p>{children}</p>
      {password.field}
      {body === undefined && <OthersField />}
    </TaskForm>
  )
}

/** Asks for the password, then shows the secret and asks for a code (P-FACTOR-1). */
export const AppTask = ({ onDone, onCancel }: TaskProps) => {
  const { state, run } = useAction()
  const password = usePassword()
  const [setup, setSetup] = useState<AppSetup>()
  const begin = async (form: HTMLFormElement) => {
    const senha = password.read(form)
    if (senha === '') return
    setSetup(await run('app setup', (http) => http.postJson(`${BASE}/aplicativo`, { senha }, appSetupSchema)))
  }
  const confirm = async (form: HTMLFormElement) => {
    const codigo = formText(form, 'code').trim() || '-'
    const done = await run('app setup', (http) =>
      http.postJson(`${BASE}/aplicativo/confirmar`, { codigo, ...othersIn(form) }, factorChangedSchema),
    )
    if (done) onDone(done)
  }
  if (!setup)
    return (
      <TaskForm state={state} submitLabel="Continuar" onCancel={onCancel} onSubmit={(form) => void begin(form)}>
        {password.field}
      </TaskForm>
    )
  return (
    <TaskForm
      key="code"
      state={state}
      submitLabel="Ligar aplicativo"
      onCancel={onCancel}
      onSubmit={(form) => void confirm(form)}
    >
      <p>Leia o desenho com o aplicativo, ou digite nele o segredo. Depois informe o código que ele mostra.</p>
      <QrCode text={setup.endereco} label="Código QR para o aplicativo" />
      <p className="factor-secret">
        <span className="form-label">Segredo</span>
        <code>{setup.segredo.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <TextField
        label="Código do aplicativo"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
      />
      <OthersField />
    </TaskForm>
  )
}

/** Asks for name and password, then the browser (P-FACTOR-5). */
export const PasskeyTask = ({ onDone, onCancel }: TaskProps) => {
  const { state, run, fail } = useAction()
  const password = usePassword()
  const submit = async (form: HTMLFormElement) => {
    const senha = password.read(form)
    const others = othersIn(form)
    const nome = formText(form, 'nome').trim() || 'Chave de acesso'
    if (senha === '') return
    const request = await run('passkey', (http) => http.postJson(`${BASE}/chaves`, { senha }, passkeyCreationSchema))
    if (!request) return
    const outcome = await withPasskeys(({ createPasskey }) => createPasskey(request))
    if (!outcome.ok) return fail(outcome.text)
    const body = { desafio: request.challenge, nome, chave: outcome.answer, ...others }
    const done = await run('passkey', (http) => http.postJson(`${BASE}/chaves/confirmar`, body, factorChangedSchema))
    if (done) onDone(done)
  }
  return (
    <TaskForm state={state} submitLabel="Adicionar" onCancel={onCancel} onSubmit={(form) => void submit(form)}>
      <TextField
        label="Nome da chave"
        name="nome"
        autoComplete="off"
        maxLength={60}
        placeholder="Notebook do trabalho"
      />
      {password.field}
      <OthersField />
    </TaskForm>
  )
}

export const RenameTask = ({
  id,
  name,
  onDone,
  onCancel,
}: TaskProps & { readonly id: string; readonly name: string }) => {
  const { state, run } = useAction()
  const submit = async (form: HTMLFormElement) => {
    const nome = formText(form, 'nome').trim()
    if (nome === '') return
    if (await run('passkey', (http) => http.postJson(`${BASE}/chaves/${id}/renomear`, { nome }, anyAnswer))) onDone({})
  }
  return (
    <TaskForm state={state} submitLabel="Renomear" onCancel={onCancel} onSubmit={(form) => void submit(form)}>
      <TextField label="Nome da chave" name="nome" autoComplete="off" maxLength={60} defaultValue={name} />
    </TaskForm>
  )
}
