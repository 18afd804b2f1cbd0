import { formatNumber } from '@atalaia/ui'
import type { ApexOptions } from 'apexcharts'
import portuguese from 'apexcharts/dist/locales/pt-br.json'
import 'apexcharts/dist/apexcharts.css'
import type { LoadDraw } from '../drawing.ts'
import type { Palette } from '../palette.ts'
import './apex.css'

const base = (palette: Palette): ApexOptions => ({
  chart: {
    type: 'line',
    height: '100%',
    background: 'transparent',
    fontFamily: palette.font,
    foreColor: palette.muted,
    // Drawn at once: no chart of it changes while it stands.
    animations: { enabled: false },
    toolbar: { show: false },
    zoom: { enabled: false },
    locales: [portuguese],
    defaultLocale: portuguese.name,
  },
  theme: { mode: palette.dark ? 'dark' : 'light' },
  colors: [...palette.series],
  grid: { borderColor: palette.grid },
  stroke: { width: 2 },
  dataLabels: { enabled: false },
  legend: { labels: { colors: palette.text }, fontSize: '12px' },
  xaxis: { axisBorder: { color: palette.border }, axisTicks: { color: palette.border } },
  yaxis: { labels: { formatter: formatNumber } },
  tooltip: { theme: palette.dark ? 'dark' : 'light' },
})

/** Merges two levels deep; `over` wins. */
const merged = (under: ApexOptions, over: ApexOptions): ApexOptions => ({
  ...under,
  ...over,
  chart: { type: 'line', ...under.chart, ...over.chart },
  grid: { ...under.grid, ...over.grid },
  legend: { ...under.legend, ...over.legend },
  xaxis: { ...under.xaxis, ...over.xaxis },
  tooltip: { ...under.tooltip, ...over.tooltip },
})

/** Uses the theme's colours. */
export const apex =
  (options: (palette: Palette) => ApexOptions): LoadDraw =>
  async () => {
    const { default: ApexCharts } = await import('apexcharts')
    return (place, palette) => {
      const chart = new ApexCharts(place, merged(base(palette), options(palette)))
      const drawn = chart.render()
      // Destroyed halfway, it would go on with parts that are gone.
      return { remove: () => void drawn.then(() => chart.destroy()) }
    }
  }
