import { formatNumber } from '@atalaia/ui'
import { apex } from '../../../charts/apex/apex.ts'
import { ChartFigure } from '../../../charts/chart-figure.tsx'

export const title = 'Rosca'

const channels = ['Busca', 'Direto', 'Indicação', 'Redes']
const visits = [420, 260, 180, 140]

const data = { columns: ['Origem', 'Visitas'], rows: channels.map((name, index) => [name, visits[index] ?? 0]) }

const draw = apex(({ surface, text, muted }) => ({
  chart: { type: 'donut' },
  series: visits,
  labels: channels,
  stroke: { width: 2, colors: [surface] },
  plotOptions: {
    pie: {
      donut: {
        size: '68%',
        labels: {
          show: true,
          value: { color: text, formatter: (value) => formatNumber(Number(value)) },
          total: { show: true, label: 'Visitas', color: muted, formatter: () => formatNumber(1000) },
        },
      },
    },
  },
  legend: { position: 'bottom' },
}))

export const Example = () => <ChartFigure label="Visitas por origem" data={data} draw={draw} />
