import { apex } from '../../../charts/apex/apex.ts'
import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { months } from '../../../charts/months.ts'

export const title = 'Linhas'

const visits = [31, 40, 28, 51, 42, 69, 62, 78, 71, 84, 96, 91]
const returns = [11, 18, 15, 24, 21, 33, 30, 41, 39, 45, 52, 49]

const data = {
  columns: ['Mês', 'Visitas', 'Retornos'],
  rows: months.map((month, index) => [month, visits[index] ?? 0, returns[index] ?? 0]),
}

const draw = apex(() => ({
  chart: { type: 'line' },
  series: [
    { name: 'Visitas', data: visits },
    { name: 'Retornos', data: returns },
  ],
  stroke: { width: 2, curve: 'smooth', dashArray: [0, 5] },
  xaxis: { categories: [...months], tickAmount: 6 },
}))

export const Example = () => <ChartFigure label="Visitas e retornos por mês" data={data} draw={draw} />
