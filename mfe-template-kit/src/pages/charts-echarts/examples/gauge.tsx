import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { echart } from '../../../charts/echarts/echarts.ts'

export const title = 'Medidor'

const usage = 68

const data = { columns: ['Medida', 'Valor (%)'], rows: [['Uso do disco', usage]] }

const draw = echart(({ text, muted, grid, series: [accent] }) => ({
  series: [
    {
      type: 'gauge',
      name: 'Disco',
      radius: '96%',
      center: ['50%', '56%'],
      progress: { show: true, width: 14 },
      axisLine: { lineStyle: { width: 14, color: [[1, grid]] } },
      axisTick: { show: false },
      splitLine: { length: 8, distance: 4, lineStyle: { color: muted, width: 1 } },
      axisLabel: { distance: 26, color: muted, fontSize: 12 },
      pointer: { width: 4, itemStyle: { color: accent } },
      anchor: { show: true, size: 12, itemStyle: { color: accent } },
      title: { offsetCenter: [0, '74%'], color: muted, fontSize: 13 },
      detail: { formatter: '{value}%', offsetCenter: [0, '46%'], color: text, fontSize: 28 },
      data: [{ value: usage, name: 'Uso do disco' }],
    },
  ],
}))

export const Example = () => <ChartFigure label="Uso do disco: 68%" data={data} draw={draw} />
