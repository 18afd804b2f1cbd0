import { BarChart, GaugeChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, LegendPlainComponent, PolarComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

use([BarChart, GaugeChart, LineChart, PieChart, ScatterChart])
use([GridComponent, LegendPlainComponent, PolarComponent, TooltipComponent, CanvasRenderer])

// One chunk: each more is a script element, and a page adds all of them in one task.
export { init }
