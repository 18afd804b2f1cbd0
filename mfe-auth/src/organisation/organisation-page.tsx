import {
  loginAnswerSchema,
  mayDo,
  PRODUCT_ROUTES,
  organisationSchema,
  type OrganisationFacts,
} from '@atalaia/contracts'
import { useRemoteContext, useSession } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { Alert, Card, ErrorState, formatDate, PageHeader, Skeleton } from '@atalaia/ui'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useAnswer } from '../api-calls.ts'
import { PartsPage } from '../frame/parts.tsx'
import { DeleteCard } from './delete-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { LeaveCard } from './leave-card.tsx'
import { MembersCard } from './members-card.tsx'
import { NameCard, type OrganisationPart } from './name-card.tsx'
import { organisationParts } from './organisation-parts.ts'
import '../frame/auth.css'

const cards = () => import(/* webpackChunkName: "owner-cards" */ './owner-cards.tsx')
const SupportCard = lazy(async () => ({ default: (await cards()).SupportCard }))
const KeysCard = lazy(async () => ({ default: (await cards()).KeysCard }))
const RetentionCard = lazy(async () => ({ default: (await cards()).RetentionCard }))
const FactorPolicyCard = lazy(async () => ({ default: (await cards()).FactorPolicyCard }))

const PATH = '/organizacao'

/** The organisation in parts (P-MEMBER-1, P-MEMBER-7). */
export const Component = () => {
  const {
    value: organisation,
    failure,
    reload,
  } = useAnswer(PATH, (http, signal) => http.get(PATH, organisationSchema, { signal }))
  useFreshFacts(organisation)
  if (!organisation)
    return (
      <div className="auth-organisation">
        <PageHeader title="Organização" trail={['Organização']} />
        {failure === undefined ? <Skeleton height={240} lines={5} /> : <ErrorState title={failure} onRetry={reload} />}
      </div>
    )
  const own: OrganisationPart = { organisation, onChange: reload }
  const isOwner = mayDo(organisation.papel, 'ownership:write')
  const contents: Readonly<Record<string, ReactNode>> = {
    geral: (
      <>
        <NameCard key={organisation.nome} {...own} />
        {isOwner && <SupportCard />}
      </>
    ),
    pessoas: (
      <>
        {mayDo(organisation.papel, 'members:write') && <InvitationsCard {...own} />}
        <MembersCard {...own} />
      </>
    ),
    seguranca: <FactorPolicyCard />,
    integracoes: (
      <>
        <WebhooksCard />
        {isOwner && <KeysCard />}
      </>
    ),
    retencao: <RetentionCard />,
    perigo: (
      <>
        <LeaveCard {...own} />
        {isOwner && <DeleteCard {...own} />}
      </>
    ),
  }
  return (
    <div className="auth-organisation">
      <PartsPage
        title="Organização"
        parts={organisationParts(organisation.papel).map((part) => ({
          ...part,
          content: <Suspense fallback={<Skeleton height={120} lines={3} />}>{contents[part.id]}</Suspense>,
        }))}
        notice={<LeavingNotice leavesAt={organisation.exclui_em} />}
      />
    </div>
  )
}

const LeavingNotice = ({ leavesAt }: { readonly leavesAt: string | undefined }) =>
  leavesAt === undefined ? null : (
    <Alert kind="warning">
      Esta organização será excluída em {formatDate(leavesAt)}. <Link to="?parte=perigo">Ver a exclusão</Link>
    </Alert>
  )

/** The way to the webhooks of the organisation, which stand with the alerts (P-ALERT-2). */
const WebhooksCard = () => (
  <Card title="Webhooks">
    <p>Outro sistema, ou um canal do Slack ou do Teams, recebe cada vazamento novo.</p>
    <p className="auth-switch">
      <Link to={`${PRODUCT_ROUTES.analytics}/alertas`}>Ver os webhooks da organização</Link>
    </p>
  </Card>
)

/** Renews a token with an outdated role or name, once for each change. */
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
