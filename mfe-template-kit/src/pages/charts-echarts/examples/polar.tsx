import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { echart, tooltip } from '../../../charts/echarts/echarts.ts'

export const title = 'Polar'

const points = Array.from({ length: 361 }, (_, degree) => {
  const turn = (degree / 180) * Math.PI
  return { degree, radius: Math.abs(Math.sin(2 * turn) * Math.cos(2 * turn)) }
})

const data = {
  columns: ['Ângulo', 'Raio'],
  rows: points.filter(({ degree }) => degree % 15 === 0).map(({ degree, radius }) => [`${degree}°`, radius.toFixed(2)]),
}

const draw = echart(() => ({
  tooltip: { ...tooltip, trigger: 'axis', axisPointer: { type: 'cross' } },
  polar: { center: ['50%', '50%'], radius: '74%' },
  angleAxis: { type: 'value', startAngle: 0, min: 0, max: 360, interval: 30 },
  radiusAxis: { min: 0, max: 0.5, axisLabel: { show: false }, axisTick: { show: false } },
  series: [
    {
      type: 'line',
      name: 'Raio',
      coordinateSystem: 'polar',
      showSymbol: false,
      data: points.map(({ degree, radius }) => [radius, degree]),
    },
  ],
}))

export const Example = () => <ChartFigure label="Rosa de oito pétalas em coordenadas polares" data={data} draw={draw} />
