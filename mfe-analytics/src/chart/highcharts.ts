import type Whole from 'highcharts/es-modules/masters/highcharts.src.js'
import { Highcharts } from './spline-charts.js'

// A chart that stays keeps the events of the mouse, and an event keeps the elements that it passed: an embed that lay
// over the chart would stay in memory after the page has removed it. Highcharts 13.1.1 keeps them in two places.

const { Axis, Pointer } = Highcharts

/** Highcharts keeps the last event for mouse-following crosshairs; ours stay on points. */
Highcharts.addEvent(Axis, 'afterDrawCrosshair', function () {
  if ('cross' in this && this.cross instanceof Object) Reflect.deleteProperty(this.cross, 'e')
})

const { reset } = Pointer.prototype

/** Each visit of the mouse adds a function that holds an event. Highcharts never removes it. */
Pointer.prototype.reset = function (...given) {
  const ended = 'unDocMouseMove' in this ? this.unDocMouseMove : undefined
  reset.apply(this, given)
  if (!ended || !('eventsToUnbind' in this) || !Array.isArray(this.eventsToUnbind)) return
  const stillNeeded = 'unDocMouseMove' in this ? this.unDocMouseMove : undefined
  if (ended !== stillNeeded) this.eventsToUnbind = this.eventsToUnbind.filter((unbind) => unbind !== ended)
}

/**
 * Ends Highcharts' observer with its chart. Otherwise the observer outlives the chart and keeps its
 * elements.
 */
Object.assign(Highcharts.Chart.prototype, {
  setReflow(this: Chart) {
    const place = this.container.parentElement
    if (!place || !('ResizeObserver' in globalThis)) return
    const observer = new ResizeObserver(() => {
      // An event says that more of them may follow: only the last one draws.
      if ('hasLoaded' in this && this.hasLoaded) this.reflow(new Event('resize'))
    })
    observer.observe(place)
    Highcharts.addEvent(this, 'destroy', () => observer.disconnect())
  },
})

export { Highcharts }
// The package's own types are those of another build of it, and differ.
export type Chart = Whole.Chart
export type Options = Whole.Options
