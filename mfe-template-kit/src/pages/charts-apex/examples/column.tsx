import { apex } from '../../../charts/apex/apex.ts'
import { ChartFigure } from '../../../charts/chart-figure.tsx'

export const title = 'Colunas'

const quarters = ['1º tri', '2º tri', '3º tri', '4º tri']
const profit = [44, 55, 57, 61]
const revenue = [76, 85, 101, 98]
const cash = [35, 41, 36, 52]

const data = {
  columns: ['Trimestre', 'Lucro', 'Receita', 'Caixa'],
  rows: quarters.map((quarter, index) => [quarter, profit[index] ?? 0, revenue[index] ?? 0, cash[index] ?? 0]),
}

const draw = apex(() => ({
  chart: { type: 'bar' },
  series: [
    { name: 'Lucro', data: profit },
    { name: 'Receita', data: revenue },
    { name: 'Caixa', data: cash },
  ],
  plotOptions: { bar: { columnWidth: '60%', borderRadius: 3 } },
  xaxis: { categories: quarters },
  yaxis: { labels: { formatter: (value) => `R$ ${value} mil` } },
}))

export const Example = () => (
  <ChartFigure label="Lucro, receita e caixa por trimestre, em mil reais" data={data} draw={draw} />
)
