import type { HttpResult, RemoteContext } from '@atalaia/contracts'
import { anyAnswer, failureDetail, failureText, isDemo } from '../api-request.ts'
import { registerFailed, registerRequested, registerSucceeded, SOMETHING_WRONG, type AuthThunk } from '../store.ts'

export type Registration = { readonly email: string; readonly password: string }

/** Registers, and reports the result (P-REGISTER-8). `true`: the account exists. */
export const register =
  (registration: Registration): AuthThunk<boolean> =>
  async (dispatch, getState, context) => {
    if (getState().register.isFetching) return false
    if (!isDemo(context.config) && (!registration.email || !registration.password)) {
      dispatch(registerFailed(SOMETHING_WRONG))
      return false
    }
    dispatch(registerRequested())
    const result = await ask(registration, context)
    if (!result.ok) {
      context.logger.error('registration failed', failureDetail(result.failure))
      dispatch(registerFailed(failureText(result.failure)))
      return false
    }
    dispatch(registerSucceeded())
    context.bus.publish('toast:requested', { kind: 'success', text: "You've been registered successfully" })
    return true
  }

/** P-API-4 */
const ask = async (
  { email, password }: Registration,
  { config, http, signal }: RemoteContext,
): Promise<HttpResult<unknown>> => {
  if (isDemo(config)) return { ok: true, value: undefined }
  if (!http) return { ok: false, failure: { kind: 'disabled' } }
  return http.postJson('/auth/signup', { email, password }, anyAnswer, { signal })
}
