import { examplePage } from '../../kit/example-page.tsx'
import * as bar from './examples/bar.tsx'
import * as pie from './examples/pie.tsx'
import * as line from './examples/line.tsx'
import * as polar from './examples/polar.tsx'
import * as gauge from './examples/gauge.tsx'
import * as punchCard from './examples/punch-card.tsx'
/** P-KIT-28 */
export const Component = examplePage({
  title: 'Gráficos - ECharts',
  trail: ['Gráficos', 'ECharts'],
  lead: 'Gráficos em tela de pintura feitos com ECharts, que aguentam muitos pontos.',
  examples: [line, bar, pie, polar, gauge, punchCard],
})
