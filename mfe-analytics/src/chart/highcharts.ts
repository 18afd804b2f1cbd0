import Highcharts from 'highcharts/es-modules/masters/highcharts.src.js'

// Month and weekday names come from Intl in this language.
Highcharts.setOptions({ lang: { locale: 'pt-BR', decimalPoint: ',', thousandsSep: '.' } })

export { Highcharts }
