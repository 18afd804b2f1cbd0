import {
  loginAnswerSchema,
  mayDo,
  PRODUCT_ROUTES,
  organisationSchema,
  type OrganisationFacts,
} from '@atalaia/contracts'
import { useRemoteContext, useSession } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { Card, ErrorState, PageHeader, Skeleton } from '@atalaia/ui'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useAnswer } from '../api-calls.ts'
import { DeleteCard } from './delete-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { LeaveCard } from './leave-card.tsx'
import { MembersCard } from './members-card.tsx'
import { NameCard } from './name-card.tsx'
import '../frame/auth.css'

const OwnerCards = lazy(async () => {
  const { OwnerCards: loaded } = await import(/* webpackChunkName: "owner-cards" */ './owner-cards.tsx')
  return { default: loaded }
})

const PATH = '/organizacao'

/** The organisation of the session: its people, its name, the invitations that wait (P-MEMBER-1). */
export const Component = () => {
  const {
    value: organisation,
    failure,
    reload,
  } = useAnswer(PATH, (http, signal) => http.get(PATH, organisationSchema, { signal }))
  useFreshFacts(organisation)
  return (
    <div className="auth-organisation">
      <PageHeader title="Organização" trail={['Organização']} />
      {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
      {!organisation && failure === undefined && <Skeleton height={240} lines={5} />}
      {organisation && (
        <>
          <NameCard key={organisation.nome} organisation={organisation} onChange={reload} />
          <MembersCard organisation={organisation} onChange={reload} />
          {mayDo(organisation.papel, 'members:write') && (
            <InvitationsCard organisation={organisation} onChange={reload} />
          )}
          {mayDo(organisation.papel, 'audit:read') && (
            <Card title="Auditoria">
              <p className="auth-switch">
                <Link to={PRODUCT_ROUTES.audit}>Ver o que foi feito na organização</Link>
              </p>
            </Card>
          )}
          {mayDo(organisation.papel, 'ownership:write') && (
            <Suspense fallback={<Skeleton height={120} lines={3} />}>
              <OwnerCards />
            </Suspense>
          )}
          <LeaveCard organisation={organisation} onChange={reload} />
          {mayDo(organisation.papel, 'ownership:write') && <DeleteCard organisation={organisation} onChange={reload} />}
        </>
      )}
    </div>
  )
}

/** A session whose token says another role or name than holds now gets another token, once for each change. */
const useFreshFacts = (organisation: OrganisationFacts | undefined) => {
  const { http, bus } = useRemoteContext()
  const session = useSession()
  const asked = useRef('')
  useEffect(() => {
    if (session.status !== 'active' || !organisation) return
    const { id, nome, papel } = organisation
    const wanted = `${id} ${nome} ${papel}`
    if (asked.current === wanted || session.organisation?.id !== id) return
    if (session.organisation.name === nome && session.role === papel) return
    asked.current = wanted
    void http?.postJson(`/organizacoes/${id}/entrar`, {}, loginAnswerSchema).then((result) => {
      if (result.ok && result.value.access_token)
        bus.publish('login:succeeded', { kind: 'token', accessToken: result.value.access_token })
    })
  }, [http, bus, session, organisation])
}
