// As `masters/highcharts.src.js` of the package, without columns, pies, stacks and scrolling.
import Globals from 'highcharts/es-modules/Core/Globals.js'
import Axis from 'highcharts/es-modules/Core/Axis/Axis.js'
import DateTimeAxis from 'highcharts/es-modules/Core/Axis/DateTimeAxis.js'
import PlotLineOrBand from 'highcharts/es-modules/Core/Axis/PlotLineOrBand/PlotLineOrBand.js'
import Chart from 'highcharts/es-modules/Core/Chart/Chart.js'
import Legend from 'highcharts/es-modules/Core/Legend/Legend.js'
import Pointer from 'highcharts/es-modules/Core/Pointer.js'
import 'highcharts/es-modules/Core/Renderer/SVG/SVGRenderer.js'
import Tooltip from 'highcharts/es-modules/Core/Tooltip.js'
import Responsive from 'highcharts/es-modules/Core/Responsive.js'
import DataLabel from 'highcharts/es-modules/Core/Series/DataLabel.js'
import Series from 'highcharts/es-modules/Core/Series/Series.js'
import 'highcharts/es-modules/Series/Line/LineSeries.js'
import 'highcharts/es-modules/Series/Spline/SplineSeries.js'
import { addEvent, fireEvent } from 'highcharts/es-modules/Shared/Utilities.js'

DataLabel.compose(Series)
DateTimeAxis.compose(Axis)
Legend.compose(Chart)
PlotLineOrBand.compose(Chart, Axis)
Pointer.compose(Chart)
Responsive.compose(Chart)
Tooltip.compose(Pointer)

export const Highcharts = Object.assign(Globals, { Axis, Chart, Pointer, addEvent, fireEvent, chart: Chart.chart })
