import Highcharts from 'highcharts/es-modules/masters/highcharts.src.js'

// Month and weekday names come from Intl in this language.
Highcharts.setOptions({ lang: { locale: 'pt-BR', decimalPoint: ',', thousandsSep: '.' } })

export { Highcharts }
// The package's own types are those of another build of it, and differ.
export type Chart = Highcharts.Chart
export type Options = Highcharts.Options
