import type { Analysis } from '@atalaia/contracts'
import { Button, EmptyState, Skeleton, Widget } from '@atalaia/ui'
import { useMemo, useState } from 'react'
import { today } from '../parts/days.ts'
import { UNKNOWN, type PartStatus } from '../parts/part.ts'
import { ChartPlot } from './chart-plot.tsx'
import { chartWindow, type ChartWindow } from './chart-points.ts'
import { ChartTable } from './chart-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import './chart.css'

export type ChartWidgetProps = {
  readonly analyses: readonly Analysis[] | null
  readonly status: PartStatus
  /** Says what was covered when there is nothing to draw. */
  readonly coverage: string
  readonly onReload: () => void
  readonly className?: string
}

/** Leaks and passwords over the last three months, drawn or as a table. */
export const ChartWidget = ({ analyses, status, coverage, onReload, className }: ChartWidgetProps) => {
  const window = useMemo(() => analyses && chartWindow(analyses, today()), [analyses])
  return (
    <Widget
      title="Ultimos 3 meses"
      status={status}
      skeleton={
        <div className="analytics-chart__skeleton">
          <Skeleton height={CHART_HEIGHT} />
        </div>
      }
      onReload={onReload}
      className={className}
    >
      {window ? <Figure window={window} coverage={coverage} /> : <p className="analytics-unknown">{UNKNOWN}</p>}
    </Widget>
  )
}

/** In pixels (spec.md section 9): what is awaited takes the room of what comes. */
const CHART_HEIGHT = 350

const Figure = ({ window, coverage }: { window: ChartWindow; coverage: string }) => {
  const [view, setView] = useState<'plot' | 'table'>('plot')
  if (window.points.length === 0) {
    return (
      <EmptyState title="Nenhuma análise nos últimos 3 meses" icon="trend">
        {coverage}
      </EmptyState>
    )
  }
  return (
    <div className="analytics-chart">
      <div className="analytics-chart__tools">
        <Button
          variant="ghost"
          size="small"
          icon={view === 'plot' ? 'table' : 'trend'}
          onClick={() => setView(view === 'plot' ? 'table' : 'plot')}
        >
          {view === 'plot' ? 'Ver como tabela' : 'Ver como gráfico'}
        </Button>
        <ExportMenu window={window} />
      </div>
      {view === 'plot' ? <ChartPlot window={window} /> : <ChartTable points={window.points} />}
    </div>
  )
}
