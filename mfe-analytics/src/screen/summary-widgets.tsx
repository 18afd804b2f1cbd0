import type { AnalyticsPart } from '@atalaia/contracts'
import { UNKNOWN } from '@atalaia/ui'
import { NoneFound, type Search } from './coverage.tsx'
import { statusOf, type DashboardState } from '../state/dashboard-state.ts'
import { ReportsWidget } from '../summary/reports-widget.tsx'
import { TopWidget } from '../summary/top-widget.tsx'
import { TotalWidget } from '../summary/total-widget.tsx'

export type SummaryWidgetsProps = {
  readonly parts: readonly AnalyticsPart[]
  readonly dashboard: DashboardState
  readonly onReload: () => void
}

export const SummaryWidgets = ({ parts, dashboard, onReload }: SummaryWidgetsProps) => {
  const { leaks, mainChart, emails, addresses } = dashboard
  const summary = parts.includes('summary')
  const reports = parts.includes('reports')
  const search: Search = { coverage: leaks.cobertura, addresses }
  const idOf = (address: string) => emails?.find(({ email }) => email === address)?.id
  // The total says that there are no addresses; the tops beside it need not say it again.
  const nobody = (what: 'none.leaks' | 'none.passwords') =>
    addresses?.all === 0 ? <p className="analytics-unknown">{UNKNOWN}</p> : <NoneFound what={what} search={search} />
  const common = (value: unknown) => ({
    status: statusOf(value, dashboard),
    onReload,
  })
  return (
    <div className="analytics-summary">
      {summary && (
        <>
          <TotalWidget
            {...common(leaks.total_vazamentos)}
            total={leaks.total_vazamentos}
            open={leaks.em_aberto}
            analyses={mainChart}
            nothing={<NoneFound what="none.leaks" search={search} />}
          />
          <TopWidget
            {...common(leaks.top_3_vazamentos_email)}
            title="top.leaks"
            tone="leak"
            rows={leaks.top_3_vazamentos_email}
            idOf={idOf}
            nothing={nobody('none.leaks')}
          />
          <TopWidget
            {...common(leaks.top_3_vazamentos_senha)}
            title="top.passwords"
            tone="password"
            rows={leaks.top_3_vazamentos_senha}
            idOf={idOf}
            nothing={nobody('none.passwords')}
          />
        </>
      )}
      {reports && <ReportsWidget {...common(leaks.ultimos_3_relatorios)} reports={leaks.ultimos_3_relatorios} />}
    </div>
  )
}
