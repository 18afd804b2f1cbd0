/** These modules register a chart or component; they export nothing. */
declare module 'echarts/lib/chart/*'
declare module 'echarts/lib/component/*'
