import { BarChart, GaugeChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendPlainComponent, PolarComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([BarChart, GaugeChart, LineChart, PieChart, ScatterChart])
use([GridComponent, LegendPlainComponent, PolarComponent, TooltipComponent, CanvasRenderer])

/** With the used parts, in one chunk: each more is a script element, and all are added in one task. */
export { init }
