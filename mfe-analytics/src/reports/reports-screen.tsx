import { REPORT_KINDS, REPORT_PAGE_SIZE, type ReportPage } from '@atalaia/contracts/leak-reports'
import { Alert, Card, EmptyState, PageHeader, Skeleton, useLoaded } from '@atalaia/ui'
import { useLocation } from '@atalaia/react/router'
import { useMemo, useState } from 'react'
import remote from '../../remote.json' with { type: 'json' }
import { SelectField } from '../controls/select-field.tsx'
import { aboutIn } from '../links/report-place.ts'
import { ListFoot } from '../lists/list-foot.tsx'
import { ListTools } from '../lists/list-tools.tsx'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { SectionLinks } from '../sections/section-links.tsx'
import { logLoad, type CallParts } from '../management/call-parts.ts'
import { MakeReport } from './make-report.tsx'
import { createReportCalls, queryText, type ReportQuery } from './report-calls.ts'
import { ReportsTable } from './reports-table.tsx'
import { useReportsWords } from './reports-words.ts'
import { VerifyDocument } from './verify-document.tsx'
import '../lists/list.css'
import '../management/management.css'

const title = remote.routes.find(({ id }) => id === 'reports')?.title ?? ''
const trail = ['Dashboard', 'Analises', title]

/** Listed, made and verified (P-REPORT-1); starts with the address that led here. */
export const ReportsScreen = ({ http, logger }: CallParts) => {
  const { t } = useReportsWords()
  const { reasonText } = useManagementWords()
  const { state } = useLocation()
  const calls = useMemo(() => createReportCalls(http), [http])
  const [query, setQuery] = useState<ReportQuery>(() => ({ kind: '', search: aboutIn(state), page: 1 }))
  const asked = queryText(query)
  const {
    value: page,
    isLoading,
    failure,
    reload,
  } = useLoaded(asked, (signal) => calls.page(asked, signal), {
    keeps: true,
    onFailure: logLoad(logger, 'the list of reports'),
  })
  return (
    <div className="analytics-page">
      <PageHeader title={title} trail={trail} />
      <SectionLinks />
      <MakeReport calls={calls} about={aboutIn(state)} onMade={reload} />
      <Card title={t('list')}>
        <div className="analytics-list" aria-busy={isLoading && !page}>
          <ListTools
            label={t('search')}
            search={query.search}
            filtered={query.kind === '' ? 0 : 1}
            actions={<VerifyDocument calls={calls} />}
            onSearch={(search) => setQuery({ ...query, search, page: 1 })}
          >
            <SelectField
              label={t('kind')}
              value={query.kind}
              options={[
                { value: '' as const, label: t('kind.all') },
                ...REPORT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
              ]}
              onChange={(kind) => setQuery({ ...query, kind, page: 1 })}
            />
          </ListTools>
          {failure && !page && <FailurePanel title={t('list.failed')} failure={failure} onRetry={reload} />}
          {failure && page && <Alert kind="danger">{reasonText(failure)}</Alert>}
          {!failure && !page && (
            <div role="status" aria-label={t('listLoading')}>
              <Skeleton height={36} lines={6} />
            </div>
          )}
          {page && page.relatorios.length > 0 && (
            <Rows page={page} at={query.page} onPage={(at) => setQuery({ ...query, page: at })} />
          )}
          {page && page.relatorios.length === 0 && <Nothing isFiltered={asked !== ''} />}
        </div>
      </Card>
    </div>
  )
}

type RowsProps = { readonly page: ReportPage; readonly at: number; readonly onPage: (page: number) => void }

const Rows = ({ page: { relatorios, encontrados }, at, onPage }: RowsProps) => {
  const { t } = useReportsWords()
  return (
    <>
      <ReportsTable reports={relatorios} />
      <ListFoot
        found={t('found', { found: encontrados })}
        page={at}
        pages={Math.ceil(encontrados / REPORT_PAGE_SIZE)}
        onPage={onPage}
        label={t('pages')}
      />
    </>
  )
}

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) => {
  const { t } = useReportsWords()
  return (
    <EmptyState icon="file" title={t(isFiltered ? 'unfound.title' : 'empty.title')}>
      <p>{t(isFiltered ? 'unfound.text' : 'empty.text')}</p>
    </EmptyState>
  )
}
