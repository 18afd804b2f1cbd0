import { saoPauloDay, type Analysis } from '@atalaia/contracts'
import { ChartViewButton, EmptyState, Skeleton, UNKNOWN, Widget, type ChartView, type WidgetStatus } from '@atalaia/ui'
import { useMemo, useState, type RefCallback } from 'react'
import { CHART_HEIGHT, ChartPlot } from './chart-plot.tsx'
import { chartWindow, type ChartWindow } from './chart-points.ts'
import { ChartTable } from './chart-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { useHighcharts, type HighchartsLoad } from './use-highcharts.ts'
import { useNear } from './use-near.ts'
import './chart.css'

export type ChartWidgetProps = {
  readonly analyses: readonly Analysis[] | null
  readonly status: WidgetStatus
  /** The sentence on the coverage, shown when there is nothing to draw. */
  readonly coverage: string
  readonly onReload: () => void
}

/** Leaks and passwords over the last three months, drawn or as a table. */
export const ChartWidget = ({ analyses, status, coverage, onReload }: ChartWidgetProps) => {
  const { near, watch } = useNear()
  // Asked for beside the numbers, not after them.
  const library = useHighcharts(near)
  const window = useMemo(() => analyses && chartWindow(analyses, saoPauloDay()), [analyses])
  return (
    <Widget
      title="Ultimos 3 meses"
      status={status}
      skeleton={
        <div className="analytics-chart__skeleton" ref={watch}>
          <Skeleton height={CHART_HEIGHT} />
        </div>
      }
      onReload={onReload}
    >
      {window ? (
        <Figure window={window} library={library} watch={watch} coverage={coverage} />
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
  readonly coverage: string
}

const Figure = ({ window, library, watch, coverage }: FigureProps) => {
  const [view, setView] = useState<ChartView>('plot')
  if (window.points.length === 0) {
    return (
      <div className="analytics-chart__none">
        <EmptyState title="Nenhuma análise nos últimos 3 meses" icon="trend">
          {coverage}
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="analytics-chart" ref={watch}>
      <div className="analytics-chart__tools">
        <ChartViewButton view={view} onView={setView} />
        <ExportMenu window={window} />
      </div>
      {view === 'plot' ? <ChartPlot window={window} library={library} /> : <ChartTable points={window.points} />}
    </div>
  )
}
