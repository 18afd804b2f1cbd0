import { apex } from '../../../charts/apex/apex.ts'
import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { months } from '../../../charts/months.ts'
import { integers } from '../../../charts/noise.ts'
import { bandOf, heatBands } from '../heat-bands.ts'

export const title = 'Mapa de calor'
export const wide = true

const places = ['Forno', 'Estufa', 'Depósito', 'Rua', 'Câmara fria', 'Freezer']
const ranges = [
  [40, 55],
  [24, 46],
  [14, 32],
  [4, 30],
  [-4, 12],
  [-30, -8],
] as const
const rows = places.map((name, index) => ({ name, values: integers(index + 7, 12, ranges[index] ?? [0, 1]) }))

const data = {
  columns: ['Lugar', ...months],
  rows: rows.map(({ name, values }) => [name, ...values.map((value) => `${value} °C, ${bandOf(value)}`)]),
}

const draw = apex(({ levels, surface }) => {
  return {
    chart: { type: 'heatmap' },
    series: rows.toReversed().map(({ name, values }) => ({
      name,
      data: values.map((value, month) => ({ x: months[month] ?? '', y: value })),
    })),
    stroke: { width: 2, colors: [surface] },
    yaxis: { labels: { formatter: String } },
    dataLabels: { enabled: true, style: { colors: [surface] } },
    plotOptions: {
      heatmap: {
        enableShades: false,
        colorScale: { ranges: heatBands.map((band, index) => ({ ...band, color: levels[index] ?? '' })) },
      },
    },
    tooltip: { y: { formatter: (value) => `${value} °C` } },
  }
})

export const Example = () => (
  <ChartFigure
    label="Temperatura por lugar e mês, em quatro faixas: baixa, média, alta e extrema"
    data={data}
    draw={draw}
  />
)
