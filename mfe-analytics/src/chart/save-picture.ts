import 'highcharts/es-modules/masters/modules/exporting.src.js'
import { chartOptions } from './chart-options.ts'
import type { ChartWindow } from './chart-points.ts'
import { Highcharts } from './highcharts.ts'

/** Hands the chart to the person as a picture, drawn here: no server takes part. */
export const savePicture = async (window: ChartWindow, type: 'image/png' | 'image/svg+xml'): Promise<void> => {
  const sheet = document.createElement('div')
  sheet.className = 'analytics-chart__sheet'
  document.body.append(sheet)
  const chart = Highcharts.chart(sheet, chartOptions(window, { still: true }))
  try {
    await chart.exporting?.exportChart({ type, local: true })
  } finally {
    chart.destroy()
    sheet.remove()
  }
}
