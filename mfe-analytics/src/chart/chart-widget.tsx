import { saoPauloDay, type Analysis } from '@atalaia/contracts'
import { ChartViewButton, EmptyState, Skeleton, UNKNOWN, Widget, type ChartView, type WidgetStatus } from '@atalaia/ui'
import { useMemo, type ReactNode, type RefCallback } from 'react'
import { useLanguage, useWidgetTitle } from '../language/use-language.ts'
import { useView, type ViewStore } from '../state/view-store.ts'
import { CHART_HEIGHT, ChartPlot } from './chart-plot.tsx'
import { chartWindow, type ChartWindow } from './chart-points.ts'
import { ChartTable } from './chart-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { DEFAULT_MONTHS, type ChartMonths } from './period.ts'
import { useHighcharts, type HighchartsLoad } from './use-highcharts.ts'
import { useNear } from './use-near.ts'
import './chart.css'

export type ChartWidgetProps = {
  readonly analyses: readonly Analysis[] | null
  readonly status: WidgetStatus
  readonly coverage: ReactNode
  readonly months?: ChartMonths | undefined
  readonly view?: ViewStore | undefined
  readonly onReload: () => void
}

export const ChartWidget = (props: ChartWidgetProps) => {
  const { analyses, status, coverage, months = DEFAULT_MONTHS, onReload } = props
  const { view, change } = useView(props.view)
  const { near, watch } = useNear()
  // Asked for beside the numbers, not after them.
  const library = useHighcharts(near)
  const window = useMemo(() => analyses && chartWindow(analyses, saoPauloDay(), months), [analyses, months])
  return (
    <Widget
      {...useWidgetTitle((t) => t('chart.title', { months }))}
      status={status}
      skeleton={
        <div className="analytics-chart__skeleton" ref={watch}>
          <Skeleton height={CHART_HEIGHT} />
        </div>
      }
      onReload={onReload}
    >
      {window ? (
        <Figure
          window={window}
          library={library}
          watch={watch}
          coverage={coverage}
          view={view.chart}
          onView={(chart) => change({ chart })}
        />
      ) : (
        <p className="analytics-unknown">{UNKNOWN}</p>
      )}
    </Widget>
  )
}

type FigureProps = {
  readonly window: ChartWindow
  readonly library: HighchartsLoad
  readonly watch: RefCallback<Element>
  readonly coverage: ReactNode
  readonly view: ChartView
  readonly onView: (view: ChartView) => void
}

/** P-DASH-21 */
const Figure = ({ window, library, watch, coverage, view, onView }: FigureProps) => {
  const { t } = useLanguage()
  if (window.points.length === 0) {
    return (
      <div className="analytics-chart__none">
        <EmptyState title={t('chart.none', { months: window.months })} icon="trend">
          {coverage}
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="analytics-chart" ref={watch}>
      <div className="analytics-chart__tools">
        <ChartViewButton view={view} onView={onView} />
        <ExportMenu window={window} />
      </div>
      {view === 'plot' ? <ChartPlot window={window} library={library} /> : <ChartTable points={window.points} />}
    </div>
  )
}
