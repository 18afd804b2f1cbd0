import { formatNumber } from '@atalaia/ui'
import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { echart, tooltip } from '../../../charts/echarts/echarts.ts'
import { weekdays } from '../../../charts/months.ts'

export const title = 'Linhas'
export const wide = true

const series = [
  { name: 'Busca', values: [820, 932, 901, 934, 1290, 1330, 1320] },
  { name: 'Direto', values: [320, 332, 301, 334, 390, 330, 320] },
  { name: 'E-mail', values: [220, 182, 191, 234, 290, 330, 310] },
]

const data = {
  columns: ['Dia', ...series.map(({ name }) => name)],
  rows: weekdays.map((day, index) => [day, ...series.map(({ values }) => values[index] ?? 0)]),
}

const draw = echart(() => ({
  tooltip: { ...tooltip, trigger: 'axis' },
  legend: { bottom: 0 },
  grid: { left: 4, right: 12, top: 16, bottom: 40, outerBoundsMode: 'same' },
  xAxis: { type: 'category', data: weekdays, boundaryGap: false },
  yAxis: { type: 'value', axisLabel: { formatter: formatNumber } },
  series: series.map(({ name, values }) => ({ type: 'line', name, data: values, smooth: true, symbolSize: 6 })),
}))

export const Example = () => <ChartFigure label="Visitas por origem e dia da semana" data={data} draw={draw} />
