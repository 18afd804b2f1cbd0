import 'highcharts/es-modules/masters/modules/exporting.src.js'
import type { Language } from '../language/language.ts'
import { chartOptions } from './chart-options.ts'
import type { ChartWindow } from './chart-points.ts'
import { Highcharts } from './highcharts.ts'

/** Saves the chart as a picture. It is drawn in the browser, without a server. */
export const savePicture = async (
  window: ChartWindow,
  type: 'image/png' | 'image/svg+xml',
  language: Language,
): Promise<void> => {
  const sheet = document.createElement('div')
  sheet.className = 'analytics-chart__sheet'
  document.body.append(sheet)
  const chart = Highcharts.chart(sheet, chartOptions(window, { still: true, language }))
  try {
    await chart.exporting?.exportChart({ type, local: true })
  } finally {
    chart.destroy()
    sheet.remove()
  }
}
