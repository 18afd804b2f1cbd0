import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { highchart } from '../../../charts/highcharts/highcharts.ts'
import { months } from '../../../charts/months.ts'

export const title = 'Colunas em 3D'

const rain = [238, 223, 206, 105, 78, 52, 43, 36, 84, 128, 146, 209]

const data = { columns: ['Mês', 'Chuva (mm)'], rows: months.map((month, index) => [month, rain[index] ?? 0]) }

const draw = highchart(
  ({ grid }) => ({
    chart: {
      type: 'column',
      options3d: {
        enabled: true,
        alpha: 10,
        beta: 18,
        depth: 50,
        frame: { back: { color: 'transparent' }, bottom: { color: grid }, side: { color: 'transparent' } },
      },
    },
    legend: { enabled: false },
    xAxis: { categories: [...months] },
    tooltip: { valueSuffix: ' mm' },
    series: [{ type: 'column', name: 'Chuva', data: rain, depth: 25 }],
  }),
  { module: () => import('highcharts/es-modules/masters/highcharts-3d.src.js') },
)

export const Example = () => <ChartFigure label="Chuva por mês, em milímetros" data={data} draw={draw} />
