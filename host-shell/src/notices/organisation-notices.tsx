import { PRODUCT_ROUTES, TIME_ZONE } from '@atalaia/contracts'
import { organisationNoticesSchema, type OrganisationNotices as Facts } from '@atalaia/contracts/operator'
import { Link } from '@atalaia/react/router'
import { Alert } from '@atalaia/ui'
import { useEffect, useState } from 'react'
import { callApi } from '../platform/call-api.ts'
import { useSessionState, useShell } from '../platform/shell-context.ts'

/** A visible page asks again: it learns a beginning, an end, or the person's new role (P-MEMBER-5). */
const ASK_EVERY_MS = 120_000

export type OrganisationNoticesProps = {
  readonly onOperator: (isOperator: boolean) => void
}

/** Suspension, and support's view of the organisation (P-OPER-2, P-SUPPORT-2). */
export const OrganisationNotices = ({ onOperator }: OrganisationNoticesProps) => {
  const facts = useNotices(onOperator)
  if (!facts) return null
  const { suspensa, suporte, como_suporte: isSupport, pedidos } = facts
  if (!suspensa && suporte.length === 0 && pedidos === 0) return null
  return (
    <section className="shell-organisation-notices" aria-label="Avisos da organização">
      {suspensa && (
        <Alert kind="warning">
          <p>
            Esta organização está suspensa. O motivo: {suspensa.motivo}
            <br />
            Você ainda alcança a <Link to={PRODUCT_ROUTES.account}>sua conta</Link>, com os seus dados.
          </p>
        </Alert>
      )}
      {suporte.map(({ operador, ate }) => (
        <Alert key={operador} kind="info">
          <p>
            {isSupport
              ? 'Você vê esta organização como suporte, só para ler'
              : `Suporte: ${operador} vê os dados desta organização`}
            , até {minuteOf(ate)}.
          </p>
        </Alert>
      ))}
      {pedidos > 0 && (
        <Alert kind="info">
          <p>
            Quem opera a instalação pede acesso de suporte. <Link to={PRODUCT_ROUTES.organisation}>Responder</Link>
          </p>
        </Alert>
      )}
    </section>
  )
}

const minuteOf = (instant: string): string =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE }).format(
    new Date(instant),
  )

const useNotices = (onOperator: (isOperator: boolean) => void): Facts | undefined => {
  const { page, release, session } = useShell()
  const state = useSessionState()
  const [facts, setFacts] = useState<Facts>()
  const { apiUrl } = release.config
  const { token, role } = state.status === 'active' ? state : {}
  useEffect(() => {
    let hasLeft = false
    let askedAt = 0
    const ask = async () => {
      askedAt = Date.now()
      const found = await callApi(
        { page, session, apiUrl, token },
        'GET',
        '/organizacao/avisos',
        organisationNoticesSchema,
      )
      if (hasLeft || !found) return
      setFacts(found)
      onOperator(found.operador)
      if (role && found.papel && found.papel !== role) session.refresh()
    }
    const askWhenSeen = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAt >= ASK_EVERY_MS) void ask()
    }
    void ask()
    const timer = setInterval(askWhenSeen, ASK_EVERY_MS)
    document.addEventListener('visibilitychange', askWhenSeen)
    return () => {
      hasLeft = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askWhenSeen)
    }
  }, [page, session, apiUrl, token, role, onOperator])
  return facts
}
