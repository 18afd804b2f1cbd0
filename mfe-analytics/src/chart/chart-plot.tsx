import { formatDate, formatNumber } from '@atalaia/ui'
import type { Chart } from 'highcharts'
import { useImperativeHandle, useRef, type Ref } from 'react'
import type { ChartWindow } from './chart-points.ts'
import { useChart } from './use-chart.ts'

const describe = ({ from, to, points }: ChartWindow) => {
  const last = points.at(-1)
  const range = `Gráfico de vazamentos e senhas de ${formatDate(from)} a ${formatDate(to)}.`
  if (!last) return range
  return `${range} Última análise em ${formatDate(last.day)}: ${formatNumber(last.leaks)} vazamentos e ${formatNumber(last.passwords)} senhas.`
}

/** The spline itself, one image to assistive technology. */
export const ChartPlot = ({ window, chart }: { window: ChartWindow; chart: Ref<Chart | null> }) => {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useChart(place, window)
  useImperativeHandle(chart, () => drawn.current)
  return <div ref={place} className="analytics-chart__plot" role="img" aria-label={describe(window)} />
}
