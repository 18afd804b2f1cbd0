import 'highcharts/es-modules/masters/modules/exporting.src.js'
import type { Language } from '../language/language.ts'
import { chartOptions } from './chart-options.ts'
import type { ChartWindow } from './chart-points.ts'
import { Highcharts, type Options } from './highcharts.ts'

const pictureOptions = ({ months }: ChartWindow, { t }: Language): NonNullable<Options['exporting']> => ({
  filename: t('export.file', { months }),
  sourceWidth: 1200,
  sourceHeight: 420,
  // No server draws anything: what cannot be made here is not made.
  fallbackToExportServer: false,
  chartOptions: {
    title: {
      text: t('chart.title', { months }),
      align: 'left',
      style: { color: 'var(--ui-text)', fontSize: '16px' },
    },
    chart: {
      backgroundColor: 'var(--ui-surface)',
      spacing: [24, 24, 24, 24],
      style: { fontFamily: 'system-ui, sans-serif' },
    },
  },
})

/** Draws in the browser, without a server. */
export const savePicture = async (
  window: ChartWindow,
  type: 'image/png' | 'image/svg+xml',
  language: Language,
): Promise<void> => {
  const sheet = document.createElement('div')
  sheet.className = 'analytics-chart__sheet'
  document.body.append(sheet)
  const chart = Highcharts.chart(sheet, {
    ...chartOptions(window, { still: true, language }),
    exporting: pictureOptions(window, language),
  })
  try {
    await chart.exporting?.exportChart({ type, local: true })
  } finally {
    chart.destroy()
    sheet.remove()
  }
}
