import type { Release } from '@atalaia/contracts'
import type { Reporter } from '@atalaia/kernel'
import { whenLoaded } from '../platform/browser.ts'
import { consoleLogger } from '../platform/logger.ts'

const TELL_AFTER_MS = 5_000

/**
 * Sends reports before the page is hidden or left, and measures web vitals when idle. Only for live
 * releases.
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

/** Waits: Firefox ends fetches before it announces the leaving; a gone page logs nothing. */
const failed = (error: unknown) =>
  setTimeout(() => consoleLogger.warn('shell: the page is not measured', error), TELL_AFTER_MS)
