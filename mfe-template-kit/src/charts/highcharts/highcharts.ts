import type Highcharts from 'highcharts/es-modules/masters/highcharts.src.js'
import type { LoadDraw } from '../drawing.ts'
import type { Palette } from '../palette.ts'

type Chart = Highcharts.Chart
type Options = Highcharts.Options

const loadHighcharts = async () => {
  const { default: highcharts } = await import('highcharts/es-modules/masters/highcharts.src.js')
  highcharts.setOptions({ lang: { locale: 'pt-BR', decimalPoint: ',', thousandsSep: '.' } })
  return highcharts
}

const base = (palette: Palette, still: boolean): Options => {
  const labels = { style: { color: palette.muted, fontSize: '12px' } }
  return {
    chart: {
      animation: !still,
      backgroundColor: 'transparent',
      style: { fontFamily: palette.font },
      spacing: [8, 4, 8, 4],
    },
    // The page's policy allows no style element made by a script.
    palette: { injectCSS: false },
    colors: [...palette.series],
    title: { text: undefined },
    credits: { enabled: false },
    // The figure has its own name and table.
    accessibility: { enabled: false },
    legend: { itemStyle: { color: palette.text, fontWeight: '400', fontSize: '12px' } },
    xAxis: { lineColor: palette.border, tickColor: palette.border, gridLineColor: palette.grid, labels },
    yAxis: { title: { text: undefined }, gridLineColor: palette.grid, labels },
    tooltip: {
      backgroundColor: palette.raised,
      borderColor: palette.border,
      borderRadius: 8,
      shadow: false,
      style: { color: palette.text, fontSize: '13px' },
    },
    plotOptions: {
      series: {
        // Drawn at once; what moves later does so by the chart's own animation.
        animation: false,
        borderColor: palette.surface,
        dataLabels: { style: { color: palette.text, textOutline: 'none', fontWeight: '400' } },
      },
    },
  }
}

type Highchart = {
  readonly module?: () => Promise<unknown>
  /** Its returned function runs before the chart's removal. */
  readonly attach?: (chart: Chart) => () => void
}

export const highchart =
  (options: (palette: Palette) => Options, { module, attach }: Highchart = {}): LoadDraw =>
  async () => {
    const highcharts = await loadHighcharts()
    // After the library: a module extends kinds of chart that the library registers.
    await module?.()
    return (place, palette, still) => {
      const chart = highcharts.chart(place, highcharts.merge(base(palette, still), options(palette)))
      const detach = attach?.(chart)
      return {
        remove: () => {
          detach?.()
          chart.destroy()
        },
      }
    }
  }
