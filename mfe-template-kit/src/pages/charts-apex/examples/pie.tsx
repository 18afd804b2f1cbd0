import { apex } from '../../../charts/apex/apex.ts'
import { ChartFigure } from '../../../charts/chart-figure.tsx'

export const title = 'Pizza'

const teams = ['Norte', 'Nordeste', 'Centro-Oeste', 'Sudeste', 'Sul']
const members = [8, 22, 9, 41, 20]

const data = { columns: ['Região', 'Pessoas'], rows: teams.map((team, index) => [team, members[index] ?? 0]) }

const draw = apex(({ surface }) => ({
  chart: { type: 'pie' },
  series: members,
  labels: teams,
  stroke: { width: 2, colors: [surface] },
  dataLabels: {
    enabled: true,
    formatter: (value) => `${Math.round(Number(value))}%`,
    style: { colors: [surface] },
    dropShadow: { enabled: false },
  },
  legend: { position: 'bottom' },
}))

export const Example = () => <ChartFigure label="Pessoas por região" data={data} draw={draw} />
