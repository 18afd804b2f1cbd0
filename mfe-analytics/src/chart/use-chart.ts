import type { Chart } from 'highcharts'
import { useEffect, useRef, type RefObject } from 'react'
import { chartOptions } from './chart-options.ts'
import type { ChartWindow } from './chart-points.ts'
import { Highcharts } from './highcharts.ts'

const wantsStillness = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/** Draws `window` into the element of `place` and keeps it up to date; gives the chart, while it is there. */
export const useChart = (place: RefObject<HTMLElement | null>, window: ChartWindow): RefObject<Chart | null> => {
  const chart = useRef<Chart>(null)

  useEffect(() => {
    if (!place.current) return
    const options = chartOptions(window, { still: wantsStillness() })
    if (chart.current) chart.current.update(options)
    else chart.current = Highcharts.chart(place.current, options)
  }, [place, window])

  useEffect(
    () => () => {
      chart.current?.destroy()
      chart.current = null
    },
    [],
  )
  return chart
}
