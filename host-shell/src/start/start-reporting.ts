import type { Release } from '@atalaia/contracts'
import type { Reporter } from '@atalaia/kernel'
import { whenLoaded } from '../platform/browser.ts'
import { consoleLogger } from '../platform/logger.ts'

const TELL_AFTER_MS = 5_000

/**
 * Sends the gathered reports before the page is hidden or left, and measures the web vitals of this page load once the
 * browser is idle. Does nothing when the release is not live.
 */
export const startReporting = (release: Release, reporter: Reporter, routeOf: () => string): void => {
  if (!release.live) return
  const measure = async () => {
    // Read now: the vitals of a page load belong to its first route.
    const route = routeOf()
    const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import(/* webpackChunkName: "vitals" */ 'web-vitals')
    for (const onVital of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
      onVital(({ name, value }) => reporter.vital({ route, name, value }))
    }
    // Again, after the vitals' own listeners, which give their last values when the page is hidden.
    flushWhenHidden(() => reporter.flush())
  }
  flushWhenHidden(reporter.flush)
  addEventListener('pagehide', reporter.flush)
  whenLoaded(() => void measure().catch(failed))
}

const flushWhenHidden = (flush: () => void) =>
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })

/**
 * Logs a failure after a delay. Firefox ends the fetches of a page before it tells the page that the person leaves; a page that
 * is gone by then logs nothing.
 */
const failed = (error: unknown) =>
  setTimeout(() => consoleLogger.warn('shell: the page is not measured', error), TELL_AFTER_MS)
