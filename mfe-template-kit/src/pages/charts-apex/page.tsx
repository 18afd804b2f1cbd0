import { examplePage } from '../../kit/example-page.tsx'
import * as line from './examples/line.tsx'
import * as area from './examples/area.tsx'
import * as column from './examples/column.tsx'
import * as bar from './examples/bar.tsx'
import * as mixed from './examples/mixed.tsx'
import * as pie from './examples/pie.tsx'
import * as donut from './examples/donut.tsx'
import * as radial from './examples/radial.tsx'
import * as heatmap from './examples/heatmap.tsx'
/** P-KIT-28 */
export const Component = examplePage({
  title: 'Gráficos - Apex',
  trail: ['Gráficos', 'Apex'],
  lead: 'Gráficos em SVG feitos com ApexCharts, cada um também como tabela.',
  examples: [line, area, column, bar, mixed, pie, donut, radial, heatmap],
})
