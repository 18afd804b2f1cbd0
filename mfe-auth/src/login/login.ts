import {
  COMPANY_SIGN_IN_PROBLEM,
  loginAnswerSchema,
  type HttpFailure,
  type LoginAnswer,
  type LoginOutcome,
  type RemoteContext,
} from '@atalaia/contracts'
import type { SecondStep } from '@atalaia/contracts/second-factor'
import { failureDetail, failureText, isDemo, problemType } from '../api-request.ts'
import {
  loginFailed,
  loginLeftToCompany,
  loginRequested,
  loginSucceeded,
  SOMETHING_WRONG,
  stepAsked,
  type AuthThunk,
} from '../store.ts'
import { stepIn } from './second-step.tsx'

/** P-LOGIN-7 */
const TOKEN_MISSING = 'Token não encontrado na resposta.'

export type Credentials = { readonly username: string; readonly password: string }
type Answer =
  | { readonly outcome: LoginOutcome; readonly told?: LoginAnswer }
  | { readonly step: SecondStep }
  | { readonly error: string; readonly failure?: HttpFailure }

/**
 * Logs in and publishes the outcome, or logs the failure (P-LOGIN-8). The shell decides about the
 * session. Awaits `lead` first.
 */
export const login =
  (credentials: Credentials, lead?: (told: LoginAnswer) => Promise<void>): AuthThunk<void> =>
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
      dispatch((isCompanyOnly(answer.failure) ? loginLeftToCompany : loginFailed)(answer.error))
      return
    }
    dispatch(loginSucceeded())
    if ('step' in answer) {
      dispatch(stepAsked(answer.step))
      return
    }
    if (answer.told) await lead?.(answer.told)
    context.bus.publish('login:succeeded', answer.outcome)
  }

const ask = async ({ username, password }: Credentials, { config, http, signal }: RemoteContext): Promise<Answer> => {
  if (isDemo(config)) return { outcome: { kind: 'demo', email: username } }
  if (!http) return failedBy({ kind: 'disabled' })
  const result = await http.postForm('/login', { username, password }, loginAnswerSchema, { signal })
  if (!result.ok) {
    const step = stepIn(result.failure)
    return step ? { step } : failedBy(result.failure)
  }
  const accessToken = result.value.access_token
  return accessToken ? { outcome: { kind: 'token', accessToken }, told: result.value } : { error: TOKEN_MISSING }
}

const isCompanyOnly = (failure: HttpFailure | undefined): boolean =>
  failure?.kind === 'status' && problemType(failure.body) === COMPANY_SIGN_IN_PROBLEM

/** An answer outside its schema counts as an answer without a token. */
const failedBy = (failure: HttpFailure): Answer => ({
  error: failure.kind === 'malformed' ? TOKEN_MISSING : failureText(failure),
  failure,
})
