import { ANALYTICS_PARTS, type AnalyticsPart } from '@atalaia/contracts'
import { Slot, useSession, useUser } from '@atalaia/react'
import { useSelector } from '@atalaia/react/redux'
import { PageHeader, WidgetBoard } from '@atalaia/ui'
import { useState, type ReactNode } from 'react'
import remote from '../../remote.json' with { type: 'json' }
import { AddEmailWidget } from '../add-email/add-email-widget.tsx'
import { ChartWidget } from '../chart/chart-widget.tsx'
import type { ChartMonths } from '../chart/period.ts'
import { EmailsWidget } from '../emails-table/emails-widget.tsx'
import { useLanguage } from '../language/use-language.ts'
import { useDashboard } from '../state/dashboard-context.tsx'
import { nothingReceived, statusOf, type DashboardState } from '../state/dashboard-state.ts'
import type { RootState } from '../state/load-dashboard.ts'
import { seerOf } from '../session/seer-of.ts'
import { useMayHandle } from '../session/use-may-handle.ts'
import type { ViewStore } from '../state/view-store.ts'
import { readClosedWidgets, storeClosedWidgets } from './closed-widgets.ts'
import { Covered, coverageText, Invitation, Updated } from './coverage.tsx'
import { NoNumbers } from './no-numbers.tsx'
import { SummaryWidgets } from './summary-widgets.tsx'
import './screen.css'

export type ScreenProps = {
  readonly parts?: readonly AnalyticsPart[] | undefined
  /** Default: 3. */
  readonly months?: ChartMonths | undefined
  /** Default: the screen's own view. */
  readonly view?: ViewStore | undefined
  /** Invites people without addresses to add the first (P-DASH-25). Default: true. */
  readonly invites?: boolean | undefined
  /** The screen is the page, with title and trail. Default: true. */
  readonly titled?: boolean | undefined
  /**
   * Content below the title. `newAddresses`: with findings since the last visit; `null` while
   * `isWaiting`. Default: empty.
   */
  readonly renderBelowTitle?:
    | ((
        news: Pick<DashboardState, 'newAddresses'> & {
          readonly isWaiting: boolean
          readonly addresses: number | undefined
        },
      ) => ReactNode)
    | undefined
}

/** The dashboard (P-DASH-1, P-DASH-2), remounted for another person or organisation (P-DASH-14). */
export const AnalyticsScreen = (props: ScreenProps) => <Screen key={seerOf(useSession())} {...props} />

const Screen = ({
  parts = ANALYTICS_PARTS,
  months,
  view,
  invites = true,
  titled = true,
  renderBelowTitle,
}: ScreenProps) => {
  const { reload, emailsPage } = useDashboard()
  const language = useLanguage()
  const dashboard = useSelector((state: RootState) => state.dashboard)
  const { leaks, mainChart, emails, addresses, newAddresses, isReceiving } = dashboard
  // P-EMAIL-17: a role that only looks sees no form.
  const mayAdd = useMayHandle()
  const first = invites && mayAdd && addresses?.all === 0
  const { formFirst, boardKey, onUse } = useBoardOrder(first)
  const shows = (part: AnalyticsPart) => parts.includes(part)
  const onReload = () => void reload()
  const form = shows('add') && mayAdd && (
    <AddEmailWidget
      key="add"
      invitation={first && <Invitation coverage={leaks.cobertura} />}
      isOwnershipChecked={titled ? leaks.posse_verificada : undefined}
    />
  )
  const numbers = <SummaryWidgets key="summary" parts={parts} dashboard={dashboard} onReload={onReload} />
  const chart = shows('chart') && (
    <ChartWidget
      key="chart"
      analyses={mainChart}
      status={statusOf(mainChart, dashboard)}
      months={months}
      view={view}
      coverage={
        <Covered coverage={leaks.cobertura}>
          {language.t('coverage.is', { coverage: coverageText(leaks.cobertura, language) })}
        </Covered>
      }
      onReload={onReload}
    />
  )
  const table = shows('emails') && (
    <EmailsWidget
      key="emails"
      emails={emails}
      all={addresses?.all}
      load={emailsPage}
      status={statusOf(emails, dashboard)}
      view={view}
      onReload={onReload}
    />
  )
  // By key, so that the form keeps what was typed when it gets its place.
  const widgets = formFirst ? [form, numbers, chart, table] : [numbers, chart, form, table]
  return (
    <>
      {titled && (
        <>
          <PageHeader title={title} trail={trail} />
          {renderBelowTitle?.({ newAddresses, isWaiting: emails === null && isReceiving, addresses: addresses?.all })}
          <Updated coverage={leaks.cobertura} />
        </>
      )}
      <RefreshLine active={isReceiving && Boolean(leaks.total_vazamentos ?? mainChart ?? emails)} />
      <Board key={boardKey} onUse={onUse}>
        {nothingReceived(dashboard) ? [<NoNumbers key="none" onReload={onReload} />, form] : widgets}
        <Slot name="end" />
      </Board>
    </>
  )
}

// The title and the sidebar's labels are those of the descriptor, remote.json (P-HEADER-6).
const [page] = remote.routes
const title = page?.title ?? ''
const trail = remote.sidebar.flatMap(({ label, children }) =>
  children.flatMap((child) => (child.path === page?.path ? [label, child.label] : [])),
)

const RefreshLine = ({ active }: { active: boolean }) => {
  const { t } = useLanguage()
  return (
    <div className="analytics-refresh">
      {active && <div className="analytics-refresh__line" role="progressbar" aria-label={t('loading')} />}
    </div>
  )
}

/** Remembers the signed-in person's closed widgets, but not in a portal's page, which names no person. */
const Board = ({ onUse, children }: { onUse: () => void; children: ReactNode }) => {
  const email = useUser()?.email
  return (
    <WidgetBoard
      {...(email && {
        initiallyClosed: readClosedWidgets(email),
        onClosedChange: (titles) => storeClosedWidgets(email, titles),
      })}
    >
      <div className="analytics-board" tabIndex={-1} onFocus={onUse}>
        {children}
      </div>
    </WidgetBoard>
  )
}

/**
 * Order of the board. Without addresses, the form comes first, in a board that replaces the waiting
 * board at once. A focused board is never replaced. The form keeps its place for the visit
 * (P-DASH-25).
 */
const useBoardOrder = (first: boolean) => {
  const [used, setUsed] = useState(false)
  const [formFirst, setFormFirst] = useState(first)
  if (first && !formFirst && !used) setFormFirst(true)
  return { formFirst, boardKey: formFirst ? 'form first' : 'usual', onUse: () => setUsed(true) }
}
