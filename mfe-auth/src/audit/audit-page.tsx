import { organisationSchema, PRODUCT_ROUTES } from '@atalaia/contracts'
import { auditPageSchema, type AuditRow } from '@atalaia/contracts/audit'
import { useRemoteContext, useSession } from '@atalaia/react'
import { Alert, Button, Card, EmptyState, ErrorState, Skeleton } from '@atalaia/ui'
import { useState } from 'react'
import { useAction, useAnswer } from '../api-calls.ts'
import { anyAnswer, failureText } from '../api-request.ts'
import { PartsPage } from '../frame/parts.tsx'
import { organisationParts } from '../organisation/organisation-parts.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { NO_FILTER, queryOf, type AuditFilter } from './audit-query.ts'
import '../frame/auth.css'
import { saveFile } from '../save-file.ts'
import './audit.css'

const LOG = '/organizacao/auditoria'
type AuditPage = { readonly linhas: readonly AuditRow[]; readonly proxima: string | null }

/** P-AUDIT-2 */
export const Component = () => {
  const { bus } = useRemoteContext()
  const session = useSession()
  const role = (session.status === 'active' && session.role) || 'auditor'
  const [filter, setFilter] = useState(NO_FILTER)
  const log = useAnswer<AuditPage>(
    queryOf(filter),
    async (http, signal, shown) => {
      const path = `${LOG}${queryOf(filter, { antes_de: shown?.proxima ?? '' })}`
      const result = await http.get(path, auditPageSchema, { signal })
      if (!result.ok || !shown) return result
      const { linhas, proxima } = result.value
      return { ok: true, value: { linhas: [...shown.linhas, ...linhas], proxima } }
    },
    {
      // In the place of the rows, unless there are some.
      onFailure: (failure) =>
        log.value && bus.publish('toast:requested', { kind: 'error', text: failureText(failure) }),
    },
  )
  const { value, failure, isLoading, reload } = log
  const { value: organisation } = useAnswer('/organizacao', (http, signal) =>
    http.get('/organizacao', organisationSchema, { signal }),
  )
  return (
    <div className="auth-organisation auth-audit">
      <PartsPage
        title="Organização"
        path={PRODUCT_ROUTES.organisation}
        parts={organisationParts(role)}
        current="auditoria"
      >
        <Card title="O que foi feito na organização">
          <p className="ui-muted">
            Cada linha fica como foi escrita. Nomes e redes saem com a conta, ou depois de dois anos.
          </p>
          <AuditFilters filter={filter} members={organisation?.membros ?? []} onFilter={setFilter} />
          <ExportActions filter={filter} />
          {!value && failure === undefined && <Skeleton height={32} lines={12} />}
          {!value && failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
          {value?.linhas.length === 0 && (
            <EmptyState
              title="Nada foi feito que passe por estes filtros"
              action={<Button onClick={() => setFilter(NO_FILTER)}>Limpar filtros</Button>}
            />
          )}
          {value && value.linhas.length > 0 && (
            <>
              <AuditTable rows={value.linhas} />
              <p className="ui-muted" role="status">
                {value.linhas.length === 1 ? '1 linha' : `${value.linhas.length} linhas`}
                {value.proxima === null ? ', todas' : ''}
              </p>
              {value.proxima !== null && (
                <Button busy={isLoading} onClick={reload}>
                  Mostrar mais antigas
                </Button>
              )}
            </>
          )}
        </Card>
      </PartsPage>
    </div>
  )
}

const FILES = {
  csv: { label: 'Baixar CSV', type: 'text/csv' },
  ndjson: { label: 'Baixar NDJSON', type: 'application/x-ndjson' },
} as const

/** Files have at most 10,000 rows. */
const ExportActions = ({ filter }: { readonly filter: AuditFilter }) => {
  const { state, run } = useAction()
  const save = async (format: keyof typeof FILES) => {
    const path = `${LOG}/arquivo${queryOf(filter, { formato: format })}`
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
