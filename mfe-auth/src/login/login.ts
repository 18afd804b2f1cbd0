import { loginAnswerSchema, type HttpFailure, type LoginOutcome, type RemoteContext } from '@atalaia/contracts'
import { failureDetail, failureText, isDemo } from '../api-request.ts'
import { loginFailed, loginRequested, loginSucceeded, SOMETHING_WRONG, type AuthThunk } from '../store.ts'

const TOKEN_MISSING = 'Token não encontrado na resposta.'

export type Credentials = { readonly username: string; readonly password: string }
type Answer = { readonly outcome: LoginOutcome } | { readonly error: string; readonly failure?: HttpFailure }

/** Logs in and publishes the outcome. The shell decides whether it becomes a session. */
export const login =
  (credentials: Credentials): AuthThunk<void> =>
  async (dispatch, getState, context) => {
    if (getState().login.isFetching) return
    if (!credentials.username || !credentials.password) {
      dispatch(loginFailed(SOMETHING_WRONG))
      return
    }
    dispatch(loginRequested())
    const answer = await ask(credentials, context)
    if ('error' in answer) {
      context.logger.error('login failed', answer.failure ? failureDetail(answer.failure) : { kind: 'no-token' })
      dispatch(loginFailed(answer.error))
      return
    }
    dispatch(loginSucceeded())
    context.bus.publish('login:succeeded', answer.outcome)
  }

const ask = async ({ username, password }: Credentials, { config, http, signal }: RemoteContext): Promise<Answer> => {
  if (isDemo(config)) return { outcome: { kind: 'demo', email: username } }
  if (!http) return failedBy({ kind: 'disabled' })
  const result = await http.postForm('/login', { username, password }, loginAnswerSchema, { signal })
  if (!result.ok) return failedBy(result.failure)
  const accessToken = result.value.access_token
  return accessToken ? { outcome: { kind: 'token', accessToken } } : { error: TOKEN_MISSING }
}

/** An answer that does not fit its schema counts as an answer without a token. */
const failedBy = (failure: HttpFailure): Answer => ({
  error: failure.kind === 'malformed' ? TOKEN_MISSING : failureText(failure),
  failure,
})
