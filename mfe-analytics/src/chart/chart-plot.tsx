import { ErrorState, formatDate, formatNumber, Skeleton } from '@atalaia/ui'

import { useEffect, useRef } from 'react'
import { chartOptions } from './chart-options.ts'
import type { ChartWindow } from './chart-points.ts'
import type { Chart, Highcharts } from './highcharts.ts'
import type { HighchartsLoad } from './use-highcharts.ts'

/** In pixels (P-DASH-16). The skeleton has the same height, so that nothing moves when the chart comes. */
export const CHART_HEIGHT = 350

/** The spline itself, one image to assistive technology. */
export const ChartPlot = ({ window, library }: { window: ChartWindow; library: HighchartsLoad }) => {
  if (library.status === 'failed') {
    return (
      <ErrorState title="O gráfico não carregou" onRetry={library.retry}>
        Os mesmos números podem ser vistos como tabela.
      </ErrorState>
    )
  }
  return (
    <div part="chart" role="img" aria-label={describe(window)} aria-busy={library.status === 'loading'}>
      {library.status === 'ready' ? (
        <Plot window={window} Highcharts={library.Highcharts} />
      ) : (
        <Skeleton height={CHART_HEIGHT} />
      )}
    </div>
  )
}

type PlotProps = { readonly window: ChartWindow; readonly Highcharts: typeof Highcharts }

const Plot = ({ window, Highcharts }: PlotProps) => {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart>(null)

  useEffect(() => {
    if (!place.current) return
    const options = chartOptions(window, { still: wantsStillness() })
    if (chart.current) chart.current.update(options)
    else chart.current = Highcharts.chart(place.current, options)
  }, [window, Highcharts])

  useEffect(
    () => () => {
      chart.current?.destroy()
      chart.current = null
    },
    [],
  )
  return <div ref={place} className="ui-chart" aria-hidden="true" />
}

const wantsStillness = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

const describe = ({ from, to, points }: ChartWindow) => {
  const last = points.at(-1)
  const range = `Gráfico de vazamentos e senhas de ${formatDate(from)} a ${formatDate(to)}.`
  if (!last) return range
  return `${range} Última análise em ${formatDate(last.day)}: ${counted(last.leaks, 'vazamento')} e ${counted(last.passwords, 'senha')}.`
}

const counted = (count: number, one: string) => `${formatNumber(count)} ${count === 1 ? one : `${one}s`}`
