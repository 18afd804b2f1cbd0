/** Modules of ECharts that register a kind of chart or a component; they export nothing. */
declare module 'echarts/lib/chart/*'
declare module 'echarts/lib/component/*'
