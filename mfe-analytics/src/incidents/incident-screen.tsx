import type { HttpClient } from '@atalaia/contracts'
import { incidentSchema, type Incident } from '@atalaia/contracts/incidents'
import { Link, useLocation } from '@atalaia/react/router'
import { Alert, Button, Card, EmptyState, PageHeader, Skeleton, useLoaded } from '@atalaia/ui'
import { useMemo } from 'react'
import { INCIDENTS_PLACE, incidentIdIn } from '../links/incident-place.ts'
import { DraftNote } from '../management/draft-note.tsx'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { LazyIncidentNotices } from '../notices/lazy-notices.tsx'
import { SectionLinks } from '../sections/section-links.tsx'
import { logLoad, type CallParts } from '../management/call-parts.ts'
import { DossierCard } from './dossier-card.tsx'
import { DecisionCard, FactsCard, ToldCard } from './facts-cards.tsx'
import { GatheredCard } from './gathered-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { createIncidentCalls, type IncidentCalls } from './incident-calls.ts'
import { changeOf, changesIn, NOTHING, withFacts, withItem } from './incident-draft.ts'
import { IncidentIndex, Section } from './incident-index.tsx'
import { IncidentState } from './incident-state.tsx'
import { IncidentSteps } from './incident-steps.tsx'
import { useIncidentsWords } from './incidents-words.ts'
import { ItemsCards } from './items-cards.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { LegalNotice } from './legal-notice.tsx'
import { RemoveIncident } from './remove-incident.tsx'
import { TermsCard } from './terms-card.tsx'
import { useIncident } from './use-incident.ts'
import { useNow } from './use-now.ts'
import { gatheredIn } from './visit-state.ts'
import '../management/management.css'
import './incidents.css'

const SECTION = 'Incidentes'

/** P-INCIDENT-8 */
export const IncidentScreen = (parts: CallParts) => {
  const id = incidentIdIn(useLocation().pathname)
  return (
    <div className="analytics-page analytics-incident">
      <Loaded key={id} {...parts} id={id} />
    </div>
  )
}

const Loaded = ({ http, logger, id }: CallParts & { readonly id: string }) => {
  const { t } = useIncidentsWords()
  const calls = useMemo(() => createIncidentCalls(http), [http])
  const path = `/incidentes/${id}`
  const { value, failure, reload } = useLoaded(path, (signal) => http.get(path, incidentSchema, { signal }), {
    onFailure: logLoad(logger, path),
  })
  if (value) return <Opened loaded={value} calls={calls} http={http} />
  return (
    <>
      <PageHeader title={t('one')} trail={['Dashboard', 'Analises', SECTION]} />
      <SectionLinks />
      <Card>
        {failure === undefined ? (
          <div role="status" aria-label={t('loading.one')}>
            <Skeleton height={36} lines={10} />
          </div>
        ) : failure.kind === 'status' && failure.status === 404 ? (
          <EmptyState icon="search" title={t('missing.title')} action={<Link to={INCIDENTS_PLACE}>{t('back')}</Link>}>
            <p>{t('missing.text')}</p>
          </EmptyState>
        ) : (
          <FailurePanel failure={failure} onRetry={reload} />
        )}
      </Card>
    </>
  )
}

type OpenedProps = { readonly loaded: Incident; readonly calls: IncidentCalls; readonly http: HttpClient }

const Opened = ({ loaded, calls, http }: OpenedProps) => {
  const { t, date, gatheredText } = useIncidentsWords()
  const { momentText } = useManagementWords()
  const before = gatheredIn(useLocation().state)
  const { incident, kept, draft, setDraft, told, setTold, isBusy, send } = useIncident(
    loaded,
    before && { kind: 'success', text: gatheredText(before) },
  )
  const now = useNow()
  const { id, versao, numero, situacao, guardar_ate: keptUntil } = incident
  const isClosed = situacao === 'encerrado'
  const isLocked = isClosed || !incident.pode_mudar
  const shared = {
    facts: { ...incident, ...draft.facts },
    isLocked,
    onChange: (facts: typeof draft.facts) => setDraft(withFacts(draft, facts, incident)),
  }
  const count = changesIn(draft)
  const save = async () => {
    const isSaved = await send(
      () => calls.change(id, versao, changeOf(draft)),
      () => t('saved'),
    )
    if (isSaved) setDraft(NOTHING)
    return isSaved
  }
  const toggle = () =>
    send(
      () => calls.change(id, versao, { situacao: isClosed ? 'aberto' : 'encerrado' }),
      () => (isClosed ? t('reopened') : t('closed', { day: date(keptUntil) })),
    )
  return (
    <>
      <PageHeader
        title={t('titled', { number: numero, name: incident.nome })}
        trail={['Dashboard', 'Analises', SECTION, t('number', { number: numero })]}
      />
      <SectionLinks />
      <LegalNotice />
      <Card>
        <IncidentSteps incident={incident} />
        <div className="analytics-item__head">
          <IncidentState state={situacao} />
          <span>{t('registered', { moment: momentText(incident.registrado_em), day: date(keptUntil) })}</span>
          <div className="analytics-item__actions">
            {incident.pode_mudar && (
              <Button
                size="small"
                icon={isClosed ? 'restore' : 'lock'}
                busy={isBusy}
                disabled={count > 0}
                onClick={() => void toggle()}
              >
                {t(isClosed ? 'reopen' : 'closeIt')}
              </Button>
            )}
            {incident.pode_excluir && <RemoveIncident incident={incident} calls={calls} />}
          </div>
        </div>
        {isClosed && <p className="analytics-page__note">{t('isClosed')}</p>}
        {!incident.pode_mudar && <p className="analytics-page__note">{t('readOnly')}</p>}
      </Card>
      <div className="analytics-incident__columns">
        <IncidentIndex incident={incident} drafts={draft.items} />
        <div className="analytics-incident__content">
          <Section name="prazos">
            <TermsCard clocks={incident.prazos} now={now} />
          </Section>
          <Section name="fatos">
            <FactsCard {...shared} />
          </Section>
          <Section name="casos">
            <GatheredCard
              incident={incident}
              calls={calls}
              isLocked={isLocked}
              isBusy={isBusy}
              onChoose={(choice) =>
                send(
                  () => calls.gather(id, versao, choice),
                  ({ reunidos }) => (reunidos ? gatheredText(reunidos) : t('gathered.done')),
                )
              }
            />
          </Section>
          <Section name="decisao">
            <DecisionCard {...shared} />
          </Section>
          <Section name="comunicacoes">
            <ToldCard {...shared} />
            <LazyIncidentNotices incident={incident} http={http} isLocked={isLocked} />
          </Section>
          <ItemsCards
            incident={incident}
            drafts={draft.items}
            isLocked={isLocked}
            onChange={(key, item) => setDraft(withItem(draft, key, item))}
          />
          <Section name="dossie">
            <DossierCard incident={incident} calls={calls} />
          </Section>
          <Section name="historico">
            <HistoryCard
              events={incident.historico}
              older={(incident.historico_total ?? 0) - incident.historico.length}
            />
          </Section>
        </div>
      </div>
      <div className="analytics-incident__save" aria-live="polite">
        {told && (
          <Alert kind={told.kind} onDismiss={() => setTold(undefined)}>
            {told.text}
          </Alert>
        )}
        {count > 0 && (
          <div className="analytics-incident__bar">
            <DraftNote draft={kept} onDiscard={() => setDraft(NOTHING)} />
            <span>{t('unsaved', { count })}</span>
            <Button onClick={() => setDraft(NOTHING)}>{t('discard')}</Button>
            <Button variant="primary" busy={isBusy} busyLabel={t('saving')} onClick={() => void save()}>
              {t('save')}
            </Button>
          </div>
        )}
      </div>
      <LeaveQuestion count={count} isBusy={isBusy} onSave={save} />
    </>
  )
}
