import { PRODUCT_ROUTES, QUERY_PARAMETERS, type LoginAnswer } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { useNavigate } from '@atalaia/react/router'

/** Leads from login to the account, where a second factor is set up (P-FACTOR-7). */
const TO_ACCOUNT = `${PRODUCT_ROUTES.login}?${new URLSearchParams({ [QUERY_PARAMETERS.next]: `${PRODUCT_ROUTES.account}?parte=seguranca` })}`

/** Starts the next session at the account if something must be set up first. */
export const useLeadTo = () => {
  const navigate = useNavigate()
  return async ({ pendente }: LoginAnswer): Promise<void> => {
    if (pendente !== undefined) await navigate(TO_ACCOUNT, { replace: true })
  }
}

export const useFinishLogin = () => {
  const { bus } = useRemoteContext()
  const lead = useLeadTo()
  return async (answer: LoginAnswer): Promise<void> => {
    await lead(answer)
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token ?? '' })
  }
}
