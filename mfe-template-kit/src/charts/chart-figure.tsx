import { useTheme } from '@atalaia/react'
import { ChartViewButton, type ChartView } from '@atalaia/ui'
import { useState, type ReactNode } from 'react'
import type { ChartData } from './chart-data.ts'
import { DataTable } from './data-table.tsx'
import type { LoadDraw } from './drawing.ts'
import { useDrawing } from './use-drawing.ts'
import './charts.css'

export type ChartFigureProps = {
  /** Accessible name: the chart's content in a sentence. */
  readonly label: string
  readonly data: ChartData
  /** Must not change between renders: see {@link useDrawing}. */
  readonly draw: LoadDraw
  /** 1.5 times as high, for much text. */
  readonly tall?: boolean
  /** Controls next to the view's. */
  readonly children?: ReactNode
}

/** One image to assistive technology, and a table (P-KIT-22). Redraws when the theme changes. */
export const ChartFigure = ({ label, data, draw, tall, children }: ChartFigureProps) => {
  const [view, setView] = useState<ChartView>('plot')
  const theme = useTheme()
  return (
    <div className={tall ? 'kit-chart kit-chart--tall' : 'kit-chart'}>
      {view === 'plot' ? <Plot key={theme} label={label} draw={draw} /> : <DataTable label={label} data={data} />}
      <div className="kit-row">
        <ChartViewButton view={view} onView={setView} />
        {children}
      </div>
    </div>
  )
}

const Plot = ({ label, draw }: Pick<ChartFigureProps, 'label' | 'draw'>) => {
  const place = useDrawing(draw)
  return (
    <div role="img" aria-label={label}>
      <div ref={place} className="ui-chart kit-chart__place" aria-hidden="true" />
    </div>
  )
}
