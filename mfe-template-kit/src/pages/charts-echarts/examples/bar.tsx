import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { echart, tooltip } from '../../../charts/echarts/echarts.ts'
import { weekdays } from '../../../charts/months.ts'

export const title = 'Barras'

const opened = [120, 200, 150, 80, 70, 30, 25]
const closed = [95, 160, 170, 90, 76, 22, 18]

const data = {
  columns: ['Dia', 'Abertos', 'Fechados'],
  rows: weekdays.map((day, index) => [day, opened[index] ?? 0, closed[index] ?? 0]),
}

const draw = echart(() => ({
  tooltip: { ...tooltip, trigger: 'axis' },
  legend: { bottom: 0 },
  grid: { left: 4, right: 4, top: 16, bottom: 40, outerBoundsMode: 'same' },
  xAxis: { type: 'category', data: weekdays },
  yAxis: { type: 'value' },
  series: [
    { type: 'bar', name: 'Abertos', data: opened, itemStyle: { borderRadius: [3, 3, 0, 0] } },
    { type: 'bar', name: 'Fechados', data: closed, itemStyle: { borderRadius: [3, 3, 0, 0] } },
  ],
}))

export const Example = () => (
  <ChartFigure label="Chamados abertos e fechados por dia da semana" data={data} draw={draw} />
)
