import { formatDate } from '@atalaia/ui'
import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { highchart } from '../../../charts/highcharts/highcharts.ts'
import { walk } from '../../../charts/noise.ts'

export const title = 'Linha: câmbio'
export const wide = true

const DAY_MS = 86_400_000
const start = Date.UTC(2024, 0, 1)
const rates = walk(42, 730, { start: 0.91, step: 0.008 }).map(
  (rate, day) => [start + day * DAY_MS, Number(rate.toFixed(4))] as const,
)

const data = {
  columns: ['Dia', 'Dólar em euros'],
  rows: rates
    .filter((_, day) => day % 30 === 0)
    .map(([day, rate]) => [formatDate(new Date(day).toISOString().slice(0, 10)), rate.toFixed(4).replace('.', ',')]),
}

const draw = highchart(({ series: [colour = ''] }) => ({
  chart: { zooming: { type: 'x' } },
  legend: { enabled: false },
  xAxis: { type: 'datetime', showLastLabel: false, dateTimeLabelFormats: { month: '%b %Y' } },
  yAxis: { labels: { format: '{value:.2f}' } },
  tooltip: { xDateFormat: '%e de %B de %Y', valueDecimals: 4 },
  series: [
    {
      type: 'area',
      name: 'Dólar em euros',
      threshold: null,
      lineWidth: 1.5,
      fillColor: {
        linearGradient: { x1: 0, y1: 0, x2: 0, y2: 1 },
        stops: [
          [0, `${colour}66`],
          [1, `${colour}00`],
        ],
      },
      data: rates.map(([day, rate]) => [day, rate]),
    },
  ],
}))

export const Example = () => (
  <ChartFigure label="Câmbio do dólar em euros, dia a dia, em dois anos" data={data} draw={draw} />
)
