import { loginAnswerSchema, ownOrganisationsSchema, type OwnOrganisation, type Parser } from '@atalaia/contracts'
import { useState } from 'react'
import { useSessionState, useShell } from '../platform/shell-context.ts'

const TIMEOUT_MS = 15_000

/** The organisations of the signed-in person once they were asked for, and what enters another one (P-MEMBER-4). */
export const useOrganisations = () => {
  const { bus, page, release } = useShell()
  const session = useSessionState()
  const [organisations, setOrganisations] = useState<readonly OwnOrganisation[]>([])
  const { apiUrl } = release.config
  const token = session.status === 'active' ? session.token : undefined
  const current = session.status === 'active' ? session.organisation?.id : undefined

  const call = async <Value>(
    method: 'GET' | 'POST',
    path: string,
    answer: Parser<Value>,
  ): Promise<Value | undefined> => {
    if (apiUrl === null || token === undefined) return undefined
    try {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const got = await page.fetch(`${apiUrl}${path}`, { method, headers, signal })
      const parsed = answer.safeParse(await got.json())
      return got.ok && parsed.success ? parsed.data : undefined
    } catch {
      return undefined
    }
  }

  const ask = () => {
    // A session of before there were organisations in tokens is in one alone.
    if (current === undefined) return
    void call('GET', '/organizacoes', ownOrganisationsSchema).then((found) => found && setOrganisations(found))
  }

  const enter = async (id: string) => {
    const answer = await call('POST', `/organizacoes/${encodeURIComponent(id)}/entrar`, loginAnswerSchema)
    if (answer?.access_token) {
      bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
      // What is on the page is the other organisation's.
      page.reload()
    } else bus.publish('toast:requested', { kind: 'error', text: 'Não foi possível trocar de organização.' })
  }
  return { organisations, current, ask, enter }
}
