import { ANALYTICS_PARTS, type AnalyticsPart, type HttpResult } from '@atalaia/contracts'
import { useSelector } from '@atalaia/react/redux'
import { PageHeader, WidgetBoard } from '@atalaia/ui'
import { AddEmailWidget } from '../add-email/add-email-widget.tsx'
import { ChartWidget } from '../chart/chart-widget.tsx'
import { EmailsWidget } from '../emails-table/emails-widget.tsx'
import { coverageText } from '../parts/coverage.ts'
import { partStatus } from '../parts/part.ts'
import type { RootState } from '../state/load-dashboard.ts'
import { useState } from 'react'
import { Invitation } from './invitation.tsx'
import { RefreshLine } from './refresh-line.tsx'
import { SummaryWidgets } from './summary-widgets.tsx'
import './screen.css'

export type ScreenProps = {
  /** Default: all. */
  readonly parts?: readonly AnalyticsPart[] | undefined
  /** Whether the screen is the page itself, with its title and trail. Default: true. */
  readonly titled?: boolean | undefined
}

type AnalyticsScreenProps = ScreenProps & {
  readonly onReload: () => void
  readonly onAdd: (email: string) => Promise<HttpResult<unknown>>
}

const none: readonly never[] = []

/** The dashboard (P-DASH-1, P-DASH-2). */
export const AnalyticsScreen = ({ parts = ANALYTICS_PARTS, titled = true, onReload, onAdd }: AnalyticsScreenProps) => {
  const dashboard = useSelector((state: RootState) => state.dashboard)
  const { leaks, mainChart, emails, isReceiving } = dashboard
  const first = emails?.length === 0
  const board = useBoardKey(first)
  const shows = (part: AnalyticsPart) => parts.includes(part)
  const status = (value: unknown) => partStatus(value, isReceiving)
  const form = shows('add') && (
    <AddEmailWidget
      key="add"
      className={first || !shows('emails') ? 'analytics-span-12' : 'analytics-span-4'}
      known={emails ?? none}
      onAdd={onAdd}
      invitation={first && <Invitation coverage={leaks.cobertura} />}
    />
  )
  const numbers = <SummaryWidgets key="summary" parts={parts} dashboard={dashboard} onReload={onReload} />
  const chart = shows('chart') && (
    <ChartWidget
      key="chart"
      className="analytics-span-12"
      analyses={mainChart}
      status={status(mainChart)}
      coverage={`Cobertura: ${coverageText(leaks.cobertura)}.`}
      onReload={onReload}
    />
  )
  const table = shows('emails') && (
    <EmailsWidget
      key="emails"
      className={first || !shows('add') ? 'analytics-span-12' : 'analytics-span-8'}
      emails={emails}
      status={status(emails)}
      onReload={onReload}
    />
  )
  return (
    <>
      {titled && <PageHeader title="Analises - Ativos Empresariais" trail={['Dashboard', 'Analises']} />}
      <RefreshLine active={isReceiving && Boolean(leaks.total_vazamentos ?? mainChart ?? emails)} />
      <WidgetBoard key={board}>
        <div className="analytics-board">
          {/* By key, so that the form keeps what it says when the first address moves it to its usual place. */}
          {first ? [form, numbers, chart, table] : [numbers, chart, form, table]}
        </div>
      </WidgetBoard>
    </>
  )
}

/**
 * The board of those who monitor nothing yet has another order: it takes the place of the waiting one as a whole, so
 * that nothing is seen moving, and stays the same board from then on.
 */
const useBoardKey = (first: boolean): string => {
  const [invited, setInvited] = useState(first)
  if (first && !invited) setInvited(true)
  return invited ? 'invited' : 'usual'
}
