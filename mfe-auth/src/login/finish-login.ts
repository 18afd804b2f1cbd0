import { PRODUCT_ROUTES, QUERY_PARAMETERS, type LoginAnswer } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { useNavigate } from '@atalaia/react/router'

/** The login page that leads to the account: where a second factor is set up (P-FACTOR-7). */
const TO_ACCOUNT = `${PRODUCT_ROUTES.login}?${new URLSearchParams({ [QUERY_PARAMETERS.next]: `${PRODUCT_ROUTES.account}?parte=seguranca` })}`

/** Has the next session begin at the account, where an answer says that something is to be set up there first. */
export const useLeadTo = () => {
  const navigate = useNavigate()
  return async ({ pendente }: LoginAnswer): Promise<void> => {
    if (pendente !== undefined) await navigate(TO_ACCOUNT, { replace: true })
  }
}

/**
 * Hands the answer of a login that is complete to the shell, which decides whether it becomes a session.
 */
export const useFinishLogin = () => {
  const { bus } = useRemoteContext()
  const lead = useLeadTo()
  return async (answer: LoginAnswer): Promise<void> => {
    await lead(answer)
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token ?? '' })
  }
}
