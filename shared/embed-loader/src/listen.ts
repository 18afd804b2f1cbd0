import type { AnalyticsCallbacks, AnalyticsEventMap, AtalaiaAnalyticsElement } from '../../contracts/src/embed.ts'

/** Passes events to the current callbacks; the returned function ends it (M-EMBED-27). */
export const listen = (
  element: Pick<AtalaiaAnalyticsElement, 'addEventListener' | 'removeEventListener'>,
  callbacks: () => AnalyticsCallbacks,
): (() => void) => {
  const onReady = ({ detail }: AnalyticsEventMap['ready']) => callbacks().onReady?.(detail)
  const onError = ({ detail }: AnalyticsEventMap['error']) => callbacks().onError?.(detail)
  const onExpired = () => callbacks().onSessionExpired?.()
  const onAdded = ({ detail }: AnalyticsEventMap['email-added']) => callbacks().onEmailAdded?.(detail)
  const onResize = ({ detail }: AnalyticsEventMap['resize']) => callbacks().onResize?.(detail)
  const onViewChange = ({ detail }: AnalyticsEventMap['view-change']) => callbacks().onViewChange?.(detail)
  const onCaseChanged = ({ detail }: AnalyticsEventMap['case-changed']) => callbacks().onCaseChanged?.(detail)
  element.addEventListener('ready', onReady)
  element.addEventListener('error', onError)
  element.addEventListener('session-expired', onExpired)
  element.addEventListener('email-added', onAdded)
  element.addEventListener('resize', onResize)
  element.addEventListener('view-change', onViewChange)
  element.addEventListener('case-changed', onCaseChanged)
  return () => {
    element.removeEventListener('ready', onReady)
    element.removeEventListener('error', onError)
    element.removeEventListener('session-expired', onExpired)
    element.removeEventListener('email-added', onAdded)
    element.removeEventListener('resize', onResize)
    element.removeEventListener('view-change', onViewChange)
    element.removeEventListener('case-changed', onCaseChanged)
  }
}
