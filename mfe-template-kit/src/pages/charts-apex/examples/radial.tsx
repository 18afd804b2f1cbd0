import { apex } from '../../../charts/apex/apex.ts'
import { ChartFigure } from '../../../charts/chart-figure.tsx'

export const title = 'Radial'

const goals = ['Cadastro', 'Revisão', 'Entrega']
const done = [92, 74, 48]

const data = { columns: ['Etapa', 'Feito (%)'], rows: goals.map((goal, index) => [goal, done[index] ?? 0]) }

const draw = apex(({ grid, text, muted }) => ({
  chart: { type: 'radialBar' },
  series: done,
  labels: goals,
  stroke: { lineCap: 'round' },
  plotOptions: {
    radialBar: {
      hollow: { size: '38%' },
      track: { background: grid },
      dataLabels: {
        name: { color: muted },
        value: { color: text, fontSize: '20px' },
        total: { show: true, label: 'Média', color: muted, formatter: () => '71%' },
      },
    },
  },
  legend: { show: true, position: 'bottom' },
}))

export const Example = () => (
  <ChartFigure label="Quanto está feito de cada etapa, em por cento" data={data} draw={draw} />
)
