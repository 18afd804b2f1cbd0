import { apex } from '../../../charts/apex/apex.ts'
import { ChartFigure } from '../../../charts/chart-figure.tsx'

export const title = 'Barras: pirâmide etária'

const ages = ['0–9', '10–19', '20–29', '30–39', '40–49', '50–59', '60–69', '70–79', '80+']
const men = [7.1, 7.6, 8.2, 8.0, 7.1, 5.9, 4.2, 2.2, 0.9]
const women = [6.8, 7.3, 8.1, 8.3, 7.6, 6.6, 5.0, 2.9, 1.5]

const data = {
  columns: ['Idade', 'Homens (%)', 'Mulheres (%)'],
  rows: ages.map((age, index) => [age, men[index] ?? 0, women[index] ?? 0]),
}

const percent = (value: number) => `${Math.abs(value).toLocaleString('pt-BR')}%`

const draw = apex(() => ({
  chart: { type: 'bar', stacked: true },
  series: [
    { name: 'Homens', data: men.map((value) => -value).toReversed() },
    { name: 'Mulheres', data: women.toReversed() },
  ],
  plotOptions: { bar: { horizontal: true, barHeight: '80%' } },
  xaxis: { categories: ages.toReversed(), labels: { formatter: (value) => percent(Number(value)) } },
  yaxis: { min: -9, max: 9, tickAmount: 6 },
  tooltip: { shared: false, y: { formatter: percent } },
}))

export const Example = () => <ChartFigure label="População por idade e sexo, em por cento" data={data} draw={draw} />
