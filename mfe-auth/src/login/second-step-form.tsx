import { loginAnswerSchema, type LoginAnswer } from '@atalaia/contracts'
import { SECOND_FACTOR_PROBLEMS, type SecondStep as Step } from '@atalaia/contracts/second-factor'
import { Button, TextField } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../api-calls.ts'
import { failureText, problemType } from '../api-request.ts'
import { AuthForm, formText } from '../frame/auth-form.tsx'
import { withPasskeys } from '../second-factor/with-passkeys.ts'

type Method = 'codigo' | 'chave' | 'recuperacao'

const methods: Readonly<Record<Method, { readonly label: string; readonly lead: string }>> = {
  codigo: { label: 'Usar o código do aplicativo', lead: 'Abra o seu aplicativo de códigos e digite os seis números.' },
  chave: { label: 'Usar a chave de acesso', lead: 'Confirme com a chave de acesso deste ou de outro aparelho.' },
  recuperacao: {
    label: 'Usar um código de recuperação',
    lead: 'Digite um dos códigos que você guardou. Cada um vale uma vez.',
  },
}
const order: readonly Method[] = ['codigo', 'chave', 'recuperacao']

export type SecondStepProps = {
  readonly step: Step
  readonly onDone: (answer: LoginAnswer) => Promise<void>
  /** Called when the login restarts, with the reason; '' when the person wanted it. */
  readonly onEnd: (text: string) => void
}

/** Offers the open methods after a password or a provider (P-FACTOR-2). */
export const SecondStepForm = ({ step, onDone, onEnd }: SecondStepProps) => {
  const { state, run, fail } = useAction()
  const open = order.filter((method) => step.meios.includes(method))
  const [chosen, choose] = useState<Method>(open[0] ?? 'recuperacao')
  const [error, setError] = useState<string>()

  const send = async (answer: object) => {
    const result = await run(
      'second step',
      (http) => http.postJson('/login/segundo-fator', { desafio: step.desafio, ...answer }, loginAnswerSchema),
      (failure) => {
        if (failure.kind === 'status' && problemType(failure.body) === SECOND_FACTOR_PROBLEMS.ended)
          onEnd(failureText(failure))
      },
    )
    if (result) await onDone(result)
  }
  const submit = async (form: HTMLFormElement) => {
    if (chosen === 'chave') {
      const options = step.opcoes
      if (options === undefined) return
      const outcome = await withPasskeys(({ answerByPasskey }) => answerByPasskey(options))
      return outcome.ok ? send({ chave: outcome.answer }) : fail(outcome.text)
    }
    const code = formText(form, 'code').trim()
    setError(code === '' ? 'Informe o código.' : undefined)
    if (code === '') return form.querySelector('input')?.focus()
    return send({ [chosen]: code })
  }

  return (
    <>
      <p className="auth-lead">{methods[chosen].lead}</p>
      <AuthForm
        key={chosen}
        state={state}
        submitLabel={chosen === 'chave' ? 'Continuar' : 'Verificar'}
        onSubmit={(form) => void submit(form)}
      >
        {chosen === 'codigo' && (
          <TextField
            label="Código do aplicativo"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            error={error}
          />
        )}
        {chosen === 'recuperacao' && (
          <TextField
            label="Código de recuperação"
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            error={error}
          />
        )}
      </AuthForm>
      <div className="auth-ways">
        {open
          .filter((method) => method !== chosen)
          .map((method) => (
            <Button key={method} variant="ghost" size="small" onClick={() => choose(method)}>
              {methods[method].label}
            </Button>
          ))}
        <Button variant="ghost" size="small" onClick={() => onEnd('')}>
          Voltar ao login
        </Button>
      </div>
    </>
  )
}
