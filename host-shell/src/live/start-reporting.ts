import type { Release } from '@atalaia/contracts'
import type { Reporter } from '@atalaia/kernel'
import { consoleLogger } from '../platform/logger.ts'

/** Sends what is gathered before the page goes, and measures the web vitals once the page has nothing better to do. */
export const startReporting = (release: Release, reporter: Reporter, routeOf: () => string): void => {
  if (!release.live) return
  const measure = async () => {
    // Where the page was opened: the vitals of a load belong to its first route.
    const route = routeOf()
    const { measureVitals } = await import(/* webpackChunkName: "vitals" */ './measure-vitals.ts')
    measureVitals(route, reporter.vital)
    // Once more, after the vitals' own listeners, which give their last values when the page is hidden.
    flushWhenHidden(() => reporter.flush())
  }
  flushWhenHidden(reporter.flush)
  addEventListener('pagehide', reporter.flush)
  const start = () => void measure().catch(failed)
  if (document.readyState === 'complete') whenIdle(start)
  else addEventListener('load', () => whenIdle(start), { once: true })
}

const flushWhenHidden = (flush: () => void) =>
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })

const failed = (error: unknown) => consoleLogger.warn('shell: the page is not measured', error)

const whenIdle = (run: () => void) => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 10_000 })
  else setTimeout(run, 2_000)
}
