import { examplePage } from '../../kit/example-page.tsx'
import * as line from './examples/line.tsx'
import * as pie from './examples/pie.tsx'
import * as column3d from './examples/column-3d.tsx'
import * as vector from './examples/vector.tsx'
import * as wordCloud from './examples/word-cloud.tsx'
import * as sunburst from './examples/sunburst.tsx'
export const Component = examplePage({
  title: 'Gráficos - Highcharts',
  trail: ['Gráficos', 'Highcharts'],
  lead: 'Gráficos em SVG feitos com Highcharts, cuja licença é paga em uso comercial.',
  examples: [line, pie, column3d, vector, wordCloud, sunburst],
})
