import { examplePage } from '../../kit/example-page.tsx'
import * as apex from '../charts-apex/examples/mixed.tsx'
import * as echarts from '../charts-echarts/examples/gauge.tsx'
import * as highcharts from '../charts-highcharts/examples/line.tsx'
import * as live from './examples/live.tsx'
export const Component = examplePage({
  title: 'Gráficos - Visão geral',
  trail: ['Gráficos', 'Visão geral'],
  lead: 'Um exemplo de cada biblioteca. O que se mexe pode ser pausado, e para quando sai da vista.',
  examples: [
    live,
    { ...apex, title: 'ApexCharts: misto' },
    { ...echarts, title: 'ECharts: medidor' },
    { ...highcharts, title: 'Highcharts: câmbio' },
  ],
})
