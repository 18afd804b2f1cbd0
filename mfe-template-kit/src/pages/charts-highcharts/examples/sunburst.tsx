import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { highchart } from '../../../charts/highcharts/highcharts.ts'
import { population } from '../population.ts'

export const title = 'Explosão solar: população'
export const wide = true

const points = population.flatMap(({ name: continent, regions }, index) => [
  { id: continent, parent: 'Mundo', name: continent, continent: index },
  ...regions.flatMap(({ name: region, countries }) => [
    { id: region, parent: continent, name: region },
    ...countries.map(([name, value]) => ({ id: name, parent: region, name, value })),
  ]),
])

const data = {
  columns: ['País', 'Região', 'Continente', 'Milhões'],
  rows: population.flatMap(({ name: continent, regions }) =>
    regions.flatMap(({ name: region, countries }) =>
      countries.map(([name, value]) => [name, region, continent, value]),
    ),
  ),
}

const draw = highchart(
  ({ series, surface }) => ({
    tooltip: { headerFormat: '', pointFormat: '<b>{point.name}</b>: {point.value} milhões' },
    series: [
      {
        type: 'sunburst',
        name: 'População',
        allowTraversingTree: true,
        borderColor: surface,
        data: [
          { id: 'Mundo', name: 'Mundo', color: 'transparent' },
          ...points.map(({ continent, ...point }: (typeof points)[number] & { continent?: number }) => ({
            ...point,
            ...(continent !== undefined && { color: series[continent] }),
          })),
        ],
        dataLabels: {
          style: { color: surface, fontSize: '11px' },
          filter: { property: 'innerArcLength', operator: '>', value: 16 },
        },
        levels: [
          { level: 1, dataLabels: { style: { color: series[0] } } },
          { level: 3, colorVariation: { key: 'brightness', to: 0.2 } },
          { level: 4, colorVariation: { key: 'brightness', to: -0.2 } },
        ],
      },
    ],
  }),
  { module: () => import('highcharts/es-modules/masters/modules/sunburst.src.js') },
)

export const Example = () => (
  <ChartFigure label="População por continente, região e país, em milhões" data={data} draw={draw} tall />
)
