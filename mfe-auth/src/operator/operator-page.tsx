import { organisationNoticesSchema } from '@atalaia/contracts/operator'
import { EmptyState, ErrorState, PageHeader, Skeleton } from '@atalaia/ui'
import { lazy, Suspense, useState } from 'react'
import { useAnswer } from '../api-calls.ts'
import { OrganisationsCard } from './organisations-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { SupportAccessesCard } from './support-accesses-card.tsx'
import '../frame/auth.css'
import './operator.css'

const OrganisationCard = lazy(async () => {
  const { OrganisationCard: loaded } = await import(
    /* webpackChunkName: "operated-organisation" */ './organisation-card.tsx'
  )
  return { default: loaded }
})

const NOTICES = '/organizacao/avisos'

/** P-OPER-1 */
export const Component = () => {
  const { value, failure, reload } = useAnswer(NOTICES, (http, signal) =>
    http.get(NOTICES, organisationNoticesSchema, { signal }),
  )
  return (
    <div className="auth-organisation">
      <PageHeader title="Operação" trail={['Operação']} />
      {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
      {!value && failure === undefined && <Skeleton height={240} />}
      {value && !value.operador && (
        <EmptyState title="Só para quem opera a instalação">
          <p>Esta conta não opera a instalação. Quem cuida da máquina a inclui pela linha de comando.</p>
        </EmptyState>
      )}
      {value?.operador && <Content />}
    </div>
  )
}

const Content = () => {
  const [opened, setOpened] = useState<string>()
  // Raised with each change, so that the lists show it.
  const [round, setRound] = useState(0)
  const onChange = () => setRound(round + 1)
  return (
    <>
      <OrganisationsCard round={round} opened={opened} onOpen={setOpened} />
      {opened !== undefined && (
        <Suspense fallback={<Skeleton height={200} />}>
          <OrganisationCard key={opened} id={opened} onChange={onChange} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
      <PeopleCard />
      <SupportAccessesCard round={round} />
    </>
  )
}
