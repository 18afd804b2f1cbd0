import type Whole from 'highcharts/es-modules/masters/highcharts.src.js'

export declare const Highcharts: Pick<typeof Whole, 'Axis' | 'Chart' | 'Pointer' | 'addEvent' | 'fireEvent' | 'chart'>
