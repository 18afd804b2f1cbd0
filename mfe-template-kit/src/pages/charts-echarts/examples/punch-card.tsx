import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { echart, tooltip } from '../../../charts/echarts/echarts.ts'
import { hours, weekdays } from '../../../charts/months.ts'
import { integers } from '../../../charts/noise.ts'

export const title = 'Dispersão: cartão de ponto'
export const wide = true

const isWork = (day: number, hour: number) => day < 5 && hour >= 8 && hour <= 19
const rows = weekdays.map((day, index) => ({
  day,
  commits: integers(index + 3, 24, [0, 9]).map((count, hour) =>
    isWork(index, hour) ? count + 4 : Math.floor(count / 4),
  ),
}))

const data = { columns: ['Dia', ...hours], rows: rows.map(({ day, commits }) => [day, ...commits]) }

const dot = (count: number, width: number): number => (count / 13) * Math.min(21, width / hours.length)

const draw = echart((_, width) => ({
  tooltip: {
    ...tooltip,
    formatter: ({ value: [hour, day, count] }: { value: [number, number, number] }) =>
      `${weekdays[day]}, ${hours[hour]}: ${count}`,
  },
  grid: { left: 4, right: 24, top: 16, bottom: 8, outerBoundsMode: 'same' },
  xAxis: { type: 'category', data: hours, boundaryGap: false, splitLine: { show: true } },
  yAxis: { type: 'category', data: weekdays, inverse: true, axisLine: { show: false } },
  series: [
    {
      type: 'scatter',
      name: 'Registros',
      symbolSize: ([, , count]: readonly [number, number, number]) => dot(count, width - 60),
      data: rows.flatMap(({ commits }, day) => commits.map((count, hour) => [hour, day, count])),
    },
  ],
}))

export const Example = () => <ChartFigure label="Registros por dia da semana e hora" data={data} draw={draw} />
