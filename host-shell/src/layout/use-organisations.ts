import { loginAnswerSchema, ownOrganisationsSchema, type OwnOrganisation } from '@atalaia/contracts'
import { useState } from 'react'
import { callApi } from '../platform/call-api.ts'
import { useSessionState, useShell } from '../platform/shell-context.ts'

/** P-MEMBER-4 */
export const useOrganisations = () => {
  const { bus, page, release, session } = useShell()
  const state = useSessionState()
  const [organisations, setOrganisations] = useState<readonly OwnOrganisation[]>([])
  const { apiUrl } = release.config
  const token = state.status === 'active' ? state.token : undefined
  const current = state.status === 'active' ? state.organisation?.id : undefined
  const api = { page, session, apiUrl, token }

  const ask = () => {
    // A session of before there were organisations in tokens is in one alone.
    if (current === undefined) return
    void callApi(api, 'GET', '/organizacoes', ownOrganisationsSchema).then((found) => found && setOrganisations(found))
  }

  const enter = async (id: string) => {
    const answer = await callApi(api, 'POST', `/organizacoes/${encodeURIComponent(id)}/entrar`, loginAnswerSchema)
    if (answer?.access_token) {
      bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
      // What is on the page is the other organisation's.
      page.reload()
    } else bus.publish('toast:requested', { kind: 'error', text: 'Não foi possível trocar de organização.' })
  }
  return { organisations, current, ask, enter }
}
