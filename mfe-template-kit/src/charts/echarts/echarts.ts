import type { EChartsCoreOption } from 'echarts/core'
import type { LoadDraw } from '../drawing.ts'
import type { Palette } from '../palette.ts'

const axis = ({ border, grid, muted }: Palette) => ({
  axisLine: { lineStyle: { color: border } },
  axisTick: { lineStyle: { color: border } },
  axisLabel: { color: muted },
  splitLine: { lineStyle: { color: grid } },
  splitArea: { areaStyle: { color: ['transparent'] } },
})

const theme = (palette: Palette) => ({
  color: palette.series,
  backgroundColor: 'transparent',
  textStyle: { fontFamily: palette.font, color: palette.text },
  legend: { textStyle: { color: palette.text }, icon: 'roundRect', itemWidth: 14, itemHeight: 8 },
  tooltip: {
    backgroundColor: palette.raised,
    borderColor: palette.border,
    textStyle: { color: palette.text, fontSize: 13 },
  },
  categoryAxis: axis(palette),
  valueAxis: axis(palette),
  radiusAxis: axis(palette),
  angleAxis: axis(palette),
})

/** On the canvas: HTML tooltips have inline styles, which the policy refuses. */
export const tooltip = { renderMode: 'richText', confine: true } as const

/** Uses the theme's colours and the place's width. */
export const echart =
  (options: (palette: Palette, width: number) => EChartsCoreOption): LoadDraw =>
  async () => {
    const { init } = await import('./library.ts')
    return (place, palette, still) => {
      const chart = init(place, theme(palette), { renderer: 'canvas' })
      // Drawn at once: each frame of a first animation is a task of its own on a slow processor. Later changes move.
      const animation = { animation: !still, animationDuration: 0, animationDurationUpdate: 200 }
      chart.setOption({ ...animation, ...options(palette, place.clientWidth) })
      return { fit: () => chart.resize(), remove: () => chart.dispose() }
    }
  }
