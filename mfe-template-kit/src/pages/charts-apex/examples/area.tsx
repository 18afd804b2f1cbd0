import { apex } from '../../../charts/apex/apex.ts'
import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { months } from '../../../charts/months.ts'

export const title = 'Áreas'

const mobile = [44, 55, 41, 67, 62, 83, 75, 91, 98, 87, 105, 112]
const desktop = [53, 32, 33, 52, 43, 44, 52, 58, 47, 63, 61, 70]

const data = {
  columns: ['Mês', 'Celular', 'Computador'],
  rows: months.map((month, index) => [month, mobile[index] ?? 0, desktop[index] ?? 0]),
}

const draw = apex(() => ({
  chart: { type: 'area', stacked: true },
  series: [
    { name: 'Celular', data: mobile },
    { name: 'Computador', data: desktop },
  ],
  stroke: { width: 2, curve: 'smooth' },
  fill: { type: 'gradient', gradient: { opacityFrom: 0.45, opacityTo: 0.05 } },
  xaxis: { categories: [...months], tickAmount: 6 },
}))

export const Example = () => <ChartFigure label="Acessos por aparelho, empilhados, por mês" data={data} draw={draw} />
