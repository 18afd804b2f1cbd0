import type { MonitoredEmail } from '@atalaia/contracts'
import {
  OneLine,
  Pagination,
  ScrollBox,
  Skeleton,
  SortHeader,
  TextField,
  UNKNOWN,
  Widget,
  type WidgetStatus,
} from '@atalaia/ui'
import { useContext } from 'react'
import type { Language } from '../language/language.ts'
import { useLanguage, useWidgetTitle } from '../language/use-language.ts'
import { AddressLink, ListLinkContext, ProveContext } from '../links/address-link.tsx'
import { MarkedAddress } from '../links/marked-address.tsx'
import { SORT_COLUMNS, type ViewStore } from '../state/view-store.ts'
import { columnName } from './columns.ts'
import { useEmailsTable, type TableRows } from './use-emails-table.ts'
import type { LoadRows } from './use-emails-table.ts'
import './emails-table.css'

export type EmailsWidgetProps = {
  readonly emails: readonly MonitoredEmail[] | null
  /** Number of addresses. Default: length of `emails`. */
  readonly all?: number | undefined
  /** Loads rows that are not in `emails`. */
  readonly load?: LoadRows | undefined
  readonly status: WidgetStatus
  readonly view?: ViewStore | undefined
  readonly onReload: () => void
}

export const EmailsWidget = ({ emails, all, load, status, view, onReload }: EmailsWidgetProps) => (
  <Widget
    {...useWidgetTitle((t) => t('emails.title'))}
    status={status}
    skeleton={<Skeleton height={36} lines={5} />}
    onReload={onReload}
  >
    {emails ? (
      <EmailsTable emails={emails} all={all} load={load} view={view} />
    ) : (
      <p className="analytics-unknown">{UNKNOWN}</p>
    )}
  </Widget>
)

type EmailsTableProps = TableRows & { readonly view: ViewStore | undefined }

const EmailsTable = ({ view, ...given }: EmailsTableProps) => {
  const { t } = useLanguage()
  const listLink = useContext(ListLinkContext)
  const table = useEmailsTable(given, view)
  const { rows, sort, sortBy, filter, filterBy, isFilterable, found, all, page, pages, toPage } = table
  if (all === 0)
    return (
      <div className="analytics-emails">
        <p className="analytics-nothing">{t('emails.none')}</p>
      </div>
    )
  return (
    <div className="analytics-emails">
      {isFilterable && (
        <TextField
          label={t('emails.filter')}
          type="search"
          autoComplete="off"
          value={filter}
          onChange={(event) => filterBy(event.target.value)}
        />
      )}
      <ScrollBox label={t('emails.table')}>
        <table part="table" aria-busy={table.isLoading} className="ui-table analytics-emails__table">
          <thead>
            <tr>
              {SORT_COLUMNS.map((id) => (
                <SortHeader
                  key={id}
                  label={t(columnName(id))}
                  sorted={id === sort.id && (sort.desc ? 'desc' : 'asc')}
                  numeric={id !== 'email'}
                  onSort={() => sortBy(id)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((email) =>
              email.aguarda === true ? (
                <WaitingRow key={email.id} email={email} />
              ) : (
                <Row key={email.id} email={email} />
              ),
            )}
          </tbody>
        </table>
      </ScrollBox>
      <div className="analytics-emails__foot">
        <p className="analytics-emails__count" role="status">
          {table.hasFailed ? t('emails.failed') : countText(found, all, t)}
        </p>
        {listLink(all)}
        <Pagination page={page} pages={pages} onPage={toPage} label={t('emails.pages')} />
      </div>
    </div>
  )
}

const Row = ({ email: { id, email, novo, numero_vazamentos, numero_senhas } }: { email: MonitoredEmail }) => {
  const { t, number } = useLanguage()
  return (
    <tr>
      <th scope="row" className="analytics-emails__address">
        <MarkedAddress id={id} email={email} isNew={novo} />
      </th>
      <td className={cellOf('leak', numero_vazamentos)} data-label={t('emails.leaks')}>
        <AddressLink id={id} explained="vazamentos">
          {number(numero_vazamentos)}
        </AddressLink>
      </td>
      <td className={cellOf('password', numero_senhas)} data-label={t('emails.passwords')}>
        <AddressLink id={id} explained="senhas">
          {number(numero_senhas)}
        </AddressLink>
      </td>
    </tr>
  )
}

const WaitingRow = ({ email: { email } }: { email: MonitoredEmail }) => {
  const { t } = useLanguage()
  const prove = useContext(ProveContext)
  return (
    <tr>
      <th scope="row" className="analytics-emails__address">
        <OneLine text={email} />
      </th>
      <td colSpan={2} className="analytics-emails__waits">
        <span>{t('emails.waits')}</span> {prove(email)}
      </td>
    </tr>
  )
}

const cellOf = (tone: string, count: number) => `ui-table__number analytics-number--${count > 0 ? tone : 'none'}`

const countText = (found: number, all: number, t: Language['t']) => {
  if (found === all) return t('emails.all', { all })
  return found === 0 ? t('emails.unfound') : t('emails.found', { found, all })
}
