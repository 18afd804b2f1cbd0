import type { MonitoredEmail } from '@atalaia/contracts'
import { Skeleton, Widget } from '@atalaia/ui'
import { UNKNOWN, type PartStatus } from '../parts/part.ts'
import { EmailsTable } from './emails-table.tsx'

export type EmailsWidgetProps = {
  readonly emails: readonly MonitoredEmail[] | null
  readonly status: PartStatus
  readonly onReload: () => void
  readonly className?: string
}

/** The monitored addresses with their numbers. */
export const EmailsWidget = ({ emails, status, onReload, className }: EmailsWidgetProps) => (
  <Widget
    title="Emails Monitorados"
    status={status}
    skeleton={<Skeleton height={36} lines={5} />}
    onReload={onReload}
    className={className}
  >
    {emails ? <EmailsTable emails={emails} /> : <p className="analytics-unknown">{UNKNOWN}</p>}
  </Widget>
)
