import { formatDate, formatNumber } from '@atalaia/ui'
import type { Chart } from 'highcharts'
import { useEffect, useRef } from 'react'
import { chartOptions } from './chart-options.ts'
import type { ChartWindow } from './chart-points.ts'
import { Highcharts } from './highcharts.ts'

/** The spline itself, one image to assistive technology. */
export const ChartPlot = ({ window }: { window: ChartWindow }) => {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart>(null)

  useEffect(() => {
    if (!place.current) return
    const options = chartOptions(window, { still: wantsStillness() })
    if (chart.current) chart.current.update(options)
    else chart.current = Highcharts.chart(place.current, options)
  }, [window])

  useEffect(
    () => () => {
      chart.current?.destroy()
      chart.current = null
    },
    [],
  )
  return (
    <div role="img" aria-label={describe(window)}>
      <div ref={place} className="ui-chart" aria-hidden="true" />
    </div>
  )
}

const wantsStillness = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

const describe = ({ from, to, points }: ChartWindow) => {
  const last = points.at(-1)
  const range = `Gráfico de vazamentos e senhas de ${formatDate(from)} a ${formatDate(to)}.`
  if (!last) return range
  return `${range} Última análise em ${formatDate(last.day)}: ${formatNumber(last.leaks)} vazamentos e ${formatNumber(last.passwords)} senhas.`
}
