import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { echart, tooltip } from '../../../charts/echarts/echarts.ts'

export const title = 'Pizza'

const shares = [
  { name: 'Busca', value: 1048 },
  { name: 'Direto', value: 735 },
  { name: 'E-mail', value: 580 },
  { name: 'Parceiros', value: 484 },
  { name: 'Vídeo', value: 300 },
]

const data = { columns: ['Origem', 'Visitas'], rows: shares.map(({ name, value }) => [name, value]) }

const draw = echart(({ surface }) => ({
  tooltip: { ...tooltip, trigger: 'item' },
  legend: { bottom: 0 },
  series: [
    {
      type: 'pie',
      name: 'Origem',
      radius: ['36%', '80%'],
      center: ['50%', '44%'],
      data: shares,
      itemStyle: { borderColor: surface, borderWidth: 2, borderRadius: 4 },
      label: {
        position: 'inside',
        color: surface,
        fontWeight: 600,
        formatter: ({ percent }: { percent: number }) => `${Math.round(percent)}%`,
      },
    },
  ],
}))

export const Example = () => <ChartFigure label="Visitas por origem" data={data} draw={draw} />
