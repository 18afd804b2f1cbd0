// One chunk, loaded when the chart is near: the library and what it is told, whose words are mostly the library's own.
export { chartOptions } from './chart-options.ts'
export { Highcharts } from './highcharts.ts'
