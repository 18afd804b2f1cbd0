import { ErrorState, Skeleton } from '@atalaia/ui'
import { useContext, useEffect, useLayoutEffect, useRef } from 'react'
import type { Language } from '../language/language.ts'
import { useLanguage } from '../language/use-language.ts'
import { OpenTotalContext } from '../links/address-link.tsx'
import { usePrinting } from '../print/use-printing.ts'
import type { ChartWindow } from './chart-points.ts'
import { ChartTable } from './chart-table.tsx'
import type { Chart } from './highcharts.ts'
import type { Drawing, HighchartsLoad } from './use-highcharts.ts'

/** P-DASH-16 */
export const CHART_HEIGHT = 350

/** In pixels, scaled to the paper (P-PRINT-1). */
const PRINT_WIDTH = 720

/** P-DASH-24 */
export const ChartPlot = ({ window, library }: { window: ChartWindow; library: HighchartsLoad }) => {
  const language = useLanguage()
  const { t } = language
  if (library.status === 'failed') {
    return (
      <ErrorState title={t('chart.failed')} onRetry={library.retry}>
        {t('chart.instead')}
      </ErrorState>
    )
  }
  return (
    <>
      <div part="chart" role="img" aria-label={describe(window, language)} aria-busy={library.status === 'loading'}>
        {library.status === 'ready' ? (
          <Plot key={language.locale} window={window} drawing={library.drawing} />
        ) : (
          <Skeleton height={CHART_HEIGHT} />
        )}
      </div>
      {library.status === 'ready' ? (
        <Beginning window={window} />
      ) : (
        <div className="analytics-chart__paper">
          <ChartTable points={window.points} />
        </div>
      )}
    </>
  )
}

/** P-DASH-30 */
const Beginning = ({ window: { months, begunOn } }: { window: ChartWindow }) => {
  const { t, date } = useLanguage()
  return begunOn && <p className="analytics-chart__beginning">{t('chart.begun', { months, day: date(begunOn) })}</p>
}

type PlotProps = { readonly window: ChartWindow; readonly drawing: Drawing }

const Plot = ({ window, drawing: { Highcharts, chartOptions } }: PlotProps) => {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart>(null)
  const printing = usePrinting()
  const language = useLanguage()
  const onOpen = useContext(OpenTotalContext)

  useEffect(() => {
    if (!place.current) return
    const options = chartOptions(window, { still: wantsStillness(), language, onOpen })
    if (chart.current) chart.current.update(options)
    else chart.current = Highcharts.chart(place.current, options)
  }, [window, language, onOpen, Highcharts, chartOptions])

  useLayoutEffect(() => {
    if (!printing) return
    chart.current?.setSize(PRINT_WIDTH, CHART_HEIGHT, false)
    return () => chart.current?.setSize(null, null, false)
  }, [printing])

  useEffect(
    () => () => {
      chart.current?.destroy()
      chart.current = null
    },
    [],
  )
  return <div ref={place} className="ui-chart" aria-hidden="true" />
}

/** True when the person prefers less motion (P-ACCESS-6). */
const wantsStillness = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

const describe = ({ from, to, points }: ChartWindow, { t, date }: Language) => {
  const range = t('chart.range', { from: date(from), to: date(to) })
  const last = points.at(-1)
  if (!last) return range
  const { leaks, passwords, day } = last
  return `${range} ${t('chart.last', { leaks, passwords, day: date(day) })}`
}
