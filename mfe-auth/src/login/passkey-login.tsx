import { loginAnswerSchema } from '@atalaia/contracts'
import { passkeyRequestSchema } from '@atalaia/contracts/second-factor'
import { Alert, Button } from '@atalaia/ui'
import { useAction } from '../api-calls.ts'
import { withPasskeys } from '../second-factor/with-passkeys.ts'
import { useFinishLogin } from './finish-login.ts'

/** A login without user name and password (P-FACTOR-6). */
export const PasskeyLogin = () => {
  const { state, run, fail } = useAction()
  const finish = useFinishLogin()
  const logIn = async () => {
    const request = await run('passkey login', (http) =>
      http.postJson('/login/chave/desafio', {}, passkeyRequestSchema),
    )
    if (request === undefined) return
    const outcome = await withPasskeys(({ answerByPasskey }) => answerByPasskey(request))
    if (!outcome.ok) return fail(outcome.text)
    const answer = await run('passkey login', (http) =>
      http.postJson('/login/chave', { desafio: request.challenge, chave: outcome.answer }, loginAnswerSchema),
    )
    if (answer) await finish(answer)
  }
  return (
    <div className="auth-social">
      <p className="auth-or">ou</p>
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <Button block icon="fingerprint" busy={state.isFetching} onClick={() => void logIn()}>
        Entrar com chave de acesso
      </Button>
    </div>
  )
}
