import '../testing/jsdom.ts'
import { portuguese } from '../language/portuguese.ts'
import { chartOptions } from './chart-options.ts'
import { Highcharts, type Chart } from './highcharts.ts'

const POINTS = [
  { day: '2025-10-01', leaks: 3, passwords: 1 },
  { day: '2025-11-01', leaks: 9, passwords: 4 },
]

// jsdom lays nothing out.
Object.assign(SVGElement.prototype, { getBBox: () => ({ x: 0, y: 0, width: 20, height: 10 }) })

const optionsOf = (points: typeof POINTS) => {
  const window = { months: 3 as const, from: '2025-09-01', to: '2025-11-20', points, begunOn: undefined }
  const options = chartOptions(window, { still: true, language: portuguese })
  return { ...options, chart: { ...options.chart, width: 600, height: 350 } }
}

const draw = () => {
  const place = document.createElement('div')
  document.body.append(place)
  return Highcharts.chart(place, optionsOf(POINTS))
}

const visit = (chart: Chart) => {
  const move = Object.assign(new MouseEvent('mousemove'), { chartX: 0, chartY: 0 })
  if ('runPointActions' in chart.pointer && typeof chart.pointer.runPointActions === 'function')
    chart.pointer.runPointActions(move, chart.series[1]?.points[0])
  const [axis] = chart.xAxis
  const cross = axis && 'cross' in axis ? axis.cross : undefined
  chart.pointer.reset()
  return cross
}

const listeners = ({ pointer }: Chart) =>
  'eventsToUnbind' in pointer && Array.isArray(pointer.eventsToUnbind) ? pointer.eventsToUnbind.length : Number.NaN

test('a chart that the mouse has left holds none of its events', () => {
  const chart = draw()
  const before = listeners(chart)
  const cross = visit(chart)
  expect(cross).toBeDefined()
  expect(cross).not.toHaveProperty('e')
  visit(chart)
  expect(listeners(chart)).toBe(before)
  chart.destroy()
})

// Rule: M-EMBED-1
test('a chart that is destroyed no longer observes its size', () => {
  const observed = new Set<Element>()
  class Observer {
    private readonly mine = new Set<Element>()
    observe(element: Element) {
      observed.add(element)
      this.mine.add(element)
    }
    unobserve() {}
    disconnect() {
      for (const element of this.mine) observed.delete(element)
    }
  }
  Object.assign(globalThis, { ResizeObserver: Observer })
  const chart = draw()
  expect([...observed]).toEqual([chart.container.parentElement])
  chart.destroy()
  expect([...observed]).toEqual([])
  Reflect.deleteProperty(globalThis, 'ResizeObserver')
})

// Rule: P-DASH-17
test('the months of the axis begin small, as its days do', () => {
  const chart = draw()
  const labels = Object.values(chart.xAxis[0]?.ticks ?? {}).map(({ label }) => label?.element.textContent)
  expect(labels).toEqual(['set. 2025', 'out. 2025', 'nov. 2025'])
  chart.destroy()
})

// Rule: P-DASH-17
test('a drawn chart takes the points of another period', () => {
  const chart = draw()
  chart.update(optionsOf(POINTS.slice(0, 1)))
  expect(chart.series.map(({ points }) => points.length)).toEqual([1, 1])
  chart.destroy()
})
