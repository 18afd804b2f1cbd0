import { apex } from '../../../charts/apex/apex.ts'
import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { months } from '../../../charts/months.ts'

export const title = 'Misto'

const orders = [23, 11, 22, 27, 13, 22, 37, 21, 44, 22, 30, 41]
const region = [44, 55, 41, 67, 22, 43, 21, 41, 56, 27, 43, 50]
const goal = [30, 25, 36, 30, 45, 35, 64, 52, 59, 36, 39, 48]

const data = {
  columns: ['Mês', 'Pedidos', 'Região', 'Meta'],
  rows: months.map((month, index) => [month, orders[index] ?? 0, region[index] ?? 0, goal[index] ?? 0]),
}

const draw = apex(() => ({
  chart: { type: 'line' },
  series: [
    { name: 'Pedidos', type: 'column', data: orders },
    { name: 'Região', type: 'area', data: region },
    { name: 'Meta', type: 'line', data: goal },
  ],
  stroke: { width: [0, 2, 3], curve: 'smooth' },
  fill: { opacity: [0.9, 0.2, 1] },
  plotOptions: { bar: { columnWidth: '50%' } },
  xaxis: { categories: [...months], tickAmount: 6 },
}))

export const Example = () => (
  <ChartFigure label="Pedidos em colunas, região em área e meta em linha, por mês" data={data} draw={draw} />
)
