import { INCIDENT_PAGE_SIZE, type Incident, type IncidentPage } from '@atalaia/contracts/incidents'
import { Link, useLocation, useNavigate } from '@atalaia/react/router'
import { Alert, Card, EmptyState, PageHeader, Skeleton, useLoaded } from '@atalaia/ui'
import { useMemo, useState } from 'react'
import remote from '../../remote.json' with { type: 'json' }
import { ADD, BLANKS, GATHERED, incidentPlace } from '../links/incident-place.ts'
import { ListFoot } from '../lists/list-foot.tsx'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { useMay } from '../management/use-may.ts'
import { SectionLinks } from '../sections/section-links.tsx'
import { logLoad, type CallParts } from '../management/call-parts.ts'
import { AddToIncident } from './add-to-incident.tsx'
import { createIncidentCalls, type IncidentCalls } from './incident-calls.ts'
import { IncidentState } from './incident-state.tsx'
import { useIncidentsWords } from './incidents-words.ts'
import { LegalNotice } from './legal-notice.tsx'
import { RegisterForm } from './register-form.tsx'
import { TermBadge } from './term-badge.tsx'
import { useNow } from './use-now.ts'
import { casesOnTheirWay, stateGathered } from './visit-state.ts'
import '../management/management.css'
import './incidents.css'

const title = remote.routes.find(({ id }) => id === 'incidents')?.title ?? ''
const trail = ['Dashboard', 'Analises', title]

/** The register of incidents (P-INCIDENT-8), and the form for one more, with the cases from which it was opened. */
export const IncidentsScreen = ({ http, logger }: CallParts) => {
  const { t } = useIncidentsWords()
  const { reasonText } = useManagementWords()
  const calls = useMemo(() => createIncidentCalls(http), [http])
  const [at, setAt] = useState(1)
  const query = `pagina=${at}`
  const {
    value: page,
    failure,
    reload,
  } = useLoaded(query, (signal) => calls.page(query, signal), {
    keeps: true,
    onFailure: logLoad(logger, 'the register of incidents'),
  })
  return (
    <div className="analytics-page">
      <PageHeader title={title} trail={trail} />
      <SectionLinks />
      <LegalNotice />
      {!(failure && !page) && <Begin page={page} calls={calls} />}
      <Card title={t('list')}>
        {failure && !page && <FailurePanel failure={failure} onRetry={reload} />}
        {failure && page && <Alert kind="danger">{reasonText(failure)}</Alert>}
        {!failure && !page && (
          <div role="status" aria-label={t('loading')}>
            <Skeleton height={36} lines={6} />
          </div>
        )}
        {page?.encontrados === 0 && (
          <EmptyState icon="shield-check" title={t('empty.title')}>
            <p>{t('empty.text')}</p>
          </EmptyState>
        )}
        {page && page.encontrados > 0 && (
          <>
            <Rows page={page} />
            <ListFoot
              found={t('found', { found: page.encontrados })}
              page={at}
              pages={Math.ceil(page.encontrados / INCIDENT_PAGE_SIZE)}
              onPage={setAt}
              label={t('pages')}
            />
          </>
        )}
      </Card>
    </div>
  )
}

type BeginProps = { readonly page: IncidentPage | undefined; readonly calls: IncidentCalls }

const Begin = ({ page, calls }: BeginProps) => {
  const { t } = useIncidentsWords()
  // By the role until the answer is there, so that the list below stays in its place.
  const roleMay = useMay('incidents:write')
  const mayChange = page?.pode_mudar ?? roleMay
  const place = useLocation()
  const cases = casesOnTheirWay(place)
  const navigate = useNavigate()
  const open = (incident: Incident) => void navigate(incidentPlace(incident.id), { state: stateGathered(incident) })
  if (!mayChange) return <p className="analytics-page__note">{t('readOnly')}</p>
  return (
    <Card title={t('register.title')}>
      <p>{t('lead')}</p>
      <RegisterForm calls={calls} cases={cases} onRegistered={open} />
      {page && cases.length > 0 && (
        <AddToIncident
          calls={calls}
          cases={cases.map(({ endereco, fonte }) => ({ endereco, fonte }))}
          isLinked={place.hash === ADD}
          incidents={page.linhas.filter(({ situacao }) => situacao === 'aberto')}
          onAdded={open}
        />
      )}
    </Card>
  )
}

/** These terms begin at once; the list shows them. */
const FIRST_TERMS = ['anpd', 'titulares'] as const

const Rows = ({ page }: { readonly page: IncidentPage }) => {
  const { t, date } = useIncidentsWords()
  const { momentText } = useManagementWords()
  const now = useNow()
  return (
    <ul className="analytics-items">
      {page.linhas.map((row) => (
        <li key={row.id} className="analytics-item">
          <div className="analytics-item__head">
            <h3>
              <Link to={incidentPlace(row.id)}>{t('titled', { number: row.numero, name: row.nome })}</Link>
            </h3>
            <IncidentState state={row.situacao} />
          </div>
          <dl className="analytics-facts">
            <div>
              <dt>{t('known')}</dt>
              <dd>{momentText(row.conhecido_em)}</dd>
            </div>
            {FIRST_TERMS.flatMap((term) => row.prazos.filter(({ prazo }) => prazo === term)).map((clock) => (
              <div key={clock.prazo}>
                <dt>{t(`term.${clock.prazo}`)}</dt>
                <dd>
                  <TermBadge clock={clock} now={now} />
                </dd>
              </div>
            ))}
            <div>
              <dt>{t('decision')}</dt>
              <dd>{t(`decision.${row.decisao}`)}</dd>
            </div>
            <div>
              <dt>{t('blanks')}</dt>
              <dd>
                <Blanks row={row} />
              </dd>
            </div>
            <div>
              <dt>{t('cases')}</dt>
              <dd>
                <Cases row={row} />
              </dd>
            </div>
            <div>
              <dt>{t('kept')}</dt>
              <dd>{date(row.guardar_ate)}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}

type RowProps = { readonly row: IncidentPage['linhas'][number] }

const Blanks = ({ row }: RowProps) => {
  const { t } = useIncidentsWords()
  const { lacunas: count } = row
  const text = t('blanks.count', { count })
  return <Count row={row} count={count} text={text} name={t('blanks.go', { blanks: text })} at={BLANKS} />
}

const Cases = ({ row }: RowProps) => {
  const { t, number } = useIncidentsWords()
  const { numero_casos: count } = row
  return <Count row={row} count={count} text={number(count)} name={t('cases.go', { count })} at={GATHERED} />
}

type CountProps = RowProps & {
  readonly count: number
  readonly text: string
  readonly name: string
  /** Fragment of the first counted item. */
  readonly at: string
}

const Count = ({ row: { id, numero }, count, text, name, at }: CountProps) => {
  const { t } = useIncidentsWords()
  if (count === 0) return text
  return (
    <Link to={incidentPlace(id) + at} aria-label={`${name} (${t('number', { number: numero })})`}>
      {text}
    </Link>
  )
}
