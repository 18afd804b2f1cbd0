// One chunk, loaded when the chart is near: the library, and the options that nothing else of the screen needs.
export { chartOptions } from './chart-options.ts'
export { Highcharts } from './highcharts.ts'
