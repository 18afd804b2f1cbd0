import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { highchart } from '../../../charts/highcharts/highcharts.ts'

export const title = 'Pizza'

const browsers = [
  { name: 'Alfa', y: 58.3 },
  { name: 'Beta', y: 17.9 },
  { name: 'Gama', y: 11.4 },
  { name: 'Delta', y: 7.8 },
  { name: 'Outros', y: 4.6 },
]

const data = { columns: ['Navegador', 'Parte (%)'], rows: browsers.map(({ name, y }) => [name, y]) }

const draw = highchart(() => ({
  tooltip: { pointFormat: '{series.name}: <b>{point.y:.1f}%</b>' },
  series: [
    {
      type: 'pie',
      name: 'Parte',
      size: '72%',
      allowPointSelect: true,
      showInLegend: true,
      dataLabels: { format: '{point.y:.1f}%', distance: 10 },
      data: browsers,
    },
  ],
}))

export const Example = () => <ChartFigure label="Uso de navegadores, em por cento" data={data} draw={draw} />
