import Highcharts from 'highcharts/es-modules/masters/highcharts.src.js'

// A chart that stays keeps the events of the mouse, and an event keeps the elements that it passed: an embed that lay
// over the chart would stay in memory after the page has removed it. Highcharts 13.1.1 keeps them in two places.

const { Axis, Pointer } = Highcharts

/** The crosshair keeps the last event for crosshairs that follow the mouse between points; ours stand on points. */
Highcharts.addEvent(Axis, 'afterDrawCrosshair', function () {
  if ('cross' in this && this.cross instanceof Object) Reflect.deleteProperty(this.cross, 'e')
})

const { reset } = Pointer.prototype

/** With each visit of the mouse, the pointer adds a function that holds an event, and never removes it from its list. */
Pointer.prototype.reset = function (...given) {
  const ended = 'unDocMouseMove' in this ? this.unDocMouseMove : undefined
  reset.apply(this, given)
  if (!ended || !('eventsToUnbind' in this) || !Array.isArray(this.eventsToUnbind)) return
  const stillNeeded = 'unDocMouseMove' in this ? this.unDocMouseMove : undefined
  if (ended !== stillNeeded) this.eventsToUnbind = this.eventsToUnbind.filter((unbind) => unbind !== ended)
}

/**
 * Its own observer of its size outlives a chart, and keeps what it looked at, until the browser happens to clear them away.
 * This one ends with the chart.
 */
Object.assign(Highcharts.Chart.prototype, {
  setReflow(this: Highcharts.Chart) {
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
export type Chart = Highcharts.Chart
export type Options = Highcharts.Options
