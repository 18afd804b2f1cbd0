import { ChartFigure } from '../../../charts/chart-figure.tsx'
import { highchart } from '../../../charts/highcharts/highcharts.ts'

export const title = 'Nuvem de palavras'

const words = [
  { name: 'segurança', weight: 24 },
  { name: 'dados', weight: 20 },
  { name: 'pessoas', weight: 17 },
  { name: 'noite', weight: 14 },
  { name: 'torre', weight: 13 },
  { name: 'vigia', weight: 13 },
  { name: 'sinal', weight: 11 },
  { name: 'farol', weight: 10 },
  { name: 'porto', weight: 9 },
  { name: 'mar', weight: 9 },
  { name: 'luz', weight: 8 },
  { name: 'mapa', weight: 7 },
  { name: 'vento', weight: 7 },
  { name: 'muro', weight: 6 },
  { name: 'chave', weight: 6 },
  { name: 'porta', weight: 5 },
  { name: 'trilha', weight: 5 },
  { name: 'aviso', weight: 5 },
]

const data = { columns: ['Palavra', 'Vezes'], rows: words.map(({ name, weight }) => [name, weight]) }

const draw = highchart(
  ({ font }) => ({
    tooltip: { pointFormat: '<b>{point.weight}</b> vezes' },
    series: [
      {
        type: 'wordcloud',
        name: 'Palavras',
        data: words,
        minFontSize: 12,
        maxFontSize: 44,
        style: { fontFamily: font, fontWeight: '600' },
        rotation: { from: 0, to: 0, orientations: 1 },
      },
    ],
  }),
  { module: () => import('highcharts/es-modules/masters/modules/wordcloud.src.js') },
)

export const Example = () => (
  <ChartFigure label="Palavras mais usadas; segurança, dados e pessoas à frente" data={data} draw={draw} />
)
