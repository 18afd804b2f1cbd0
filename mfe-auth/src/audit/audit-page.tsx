import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card, EmptyState, ErrorState, PageHeader, Skeleton } from '@atalaia/ui'
import { anyAnswer } from '../api-request.ts'
import { useCall } from '../recovery/use-call.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { NO_FILTER, queryOf, useAudit, useMembers, type AuditFilter } from './use-audit.ts'
import '../frame/auth.css'
import { saveFile } from '../save-file.ts'
import './audit.css'

/** The audit log of the organisation, for owners and auditors (P-AUDIT-2). */
export const Component = () => {
  const { bus } = useRemoteContext()
  const { filter, setFilter, loaded, isLoadingMore, loadMore, retry } = useAudit()
  const members = useMembers()
  const tell = (text: string) => bus.publish('toast:requested', { kind: 'error', text })
  return (
    <div className="auth-organisation auth-audit">
      <PageHeader title="Auditoria" trail={['Organização', 'Auditoria']} />
      <Card title="O que foi feito na organização">
        <p className="ui-muted">
          Cada linha fica como foi escrita. Nomes e redes saem com a conta, ou depois de dois anos.
        </p>
        <AuditFilters filter={filter} members={members} onFilter={setFilter} />
        <ExportActions filter={filter} />
        {loaded.status === 'loading' && <Skeleton height={32} lines={12} />}
        {loaded.status === 'failed' && <ErrorState title={loaded.text} onRetry={retry} />}
        {loaded.status === 'shown' && loaded.rows.length === 0 && (
          <EmptyState
            title="Nada foi feito que passe por estes filtros"
            action={<Button onClick={() => setFilter(NO_FILTER)}>Limpar filtros</Button>}
          />
        )}
        {loaded.status === 'shown' && loaded.rows.length > 0 && (
          <>
            <AuditTable rows={loaded.rows} />
            <p className="ui-muted" role="status">
              {loaded.rows.length === 1 ? '1 linha' : `${loaded.rows.length} linhas`}
              {loaded.next === null ? ', todas' : ''}
            </p>
            {loaded.next !== null && (
              <Button busy={isLoadingMore} onClick={() => void loadMore(tell)}>
                Mostrar mais antigas
              </Button>
            )}
          </>
        )}
      </Card>
    </div>
  )
}

const FILES = {
  csv: { label: 'Baixar CSV', type: 'text/csv' },
  ndjson: { label: 'Baixar NDJSON', type: 'application/x-ndjson' },
} as const

/** Files with what the filter leaves, at most 10,000 rows. */
const ExportActions = ({ filter }: { readonly filter: AuditFilter }) => {
  const { state, run } = useCall()
  const save = async (format: keyof typeof FILES) => {
    const path = `/organizacao/auditoria/arquivo${queryOf(filter, { formato: format })}`
    const content = await run('export of the audit log', (http) => http.get(path, anyAnswer))
    if (content === undefined) return
    // One line of JSON alone comes as its value.
    const text = typeof content === 'string' ? content : `${JSON.stringify(content)}\n`
    const parts = format === 'csv' ? ['\uFEFF', text] : [text]
    saveFile(new Blob(parts, { type: FILES[format].type }), `auditoria.${format}`)
  }
  return (
    <>
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <div className="auth-row-actions">
        <Button icon="download" busy={state.isFetching} onClick={() => void save('csv')}>
          {FILES.csv.label}
        </Button>
        <Button icon="download" busy={state.isFetching} onClick={() => void save('ndjson')}>
          {FILES.ndjson.label}
        </Button>
        <span className="ui-muted">Com os filtros acima, até 10.000 linhas.</span>
      </div>
    </>
  )
}
