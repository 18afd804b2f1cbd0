import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { highchart } from '../../../charts/highcharts/highcharts.ts'

export const title = 'Vetores'

const SIDE = 12

const wind = Array.from({ length: SIDE * SIDE }, (_, index) => {
  const [x, y] = [index % SIDE, Math.floor(index / SIDE)]
  return [
    x,
    y,
    Math.hypot(x - 5.5, y - 5.5) * 28,
    Math.round((Math.atan2(y - 5.5, x - 5.5) / Math.PI) * 180 + 360) % 360,
  ] as const
})

const data = {
  columns: ['Ponto', 'Força', 'Direção (°)'],
  rows: wind.map(([x, y, length, direction]) => [`${x + 1}, ${y + 1}`, Math.round(length), direction]),
}

const draw = highchart(
  () => ({
    legend: { enabled: false },
    xAxis: { min: -0.5, max: SIDE - 0.5, tickInterval: 2, gridLineWidth: 1 },
    yAxis: { min: -0.5, max: SIDE - 0.5, tickInterval: 2, startOnTick: false, endOnTick: false },
    tooltip: { pointFormat: 'Força <b>{point.length:.0f}</b>, direção <b>{point.direction}°</b>', headerFormat: '' },
    series: [{ type: 'vector', name: 'Vento', data: wind.map((point) => [...point]) }],
  }),
  { module: () => import('highcharts/es-modules/masters/modules/vector.src.js') },
)

export const Example = () => (
  <ChartFigure label="Força e direção do vento em uma malha de 12 por 12" data={data} draw={draw} />
)
