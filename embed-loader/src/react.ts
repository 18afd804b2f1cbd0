import { createElement, useEffect, useRef, type CSSProperties, type ReactElement } from 'react'
import {
  ANALYTICS_ATTRIBUTES,
  type AnalyticsAttributes,
  type AnalyticsCallbacks,
  type AnalyticsEventMap,
  type AnalyticsProperties,
  type AtalaiaAnalyticsElement,
} from '../../shared/contracts/src/embed.ts'
import { elementName, loadAnalytics, type LoadOptions } from './load.ts'

export interface AtalaiaAnalyticsProps
  extends LoadOptions, AnalyticsAttributes, Partial<Readonly<AnalyticsProperties>>, AnalyticsCallbacks {
  readonly className?: string
  readonly style?: CSSProperties
  /** Called when the script does not load; nothing is shown then. Default: an error on the console. */
  readonly onLoadError?: (error: Error) => void
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'atalaia-analytics': import('react').HTMLAttributes<HTMLElement> &
        import('react').RefAttributes<AtalaiaAnalyticsElement & HTMLElement> &
        AnalyticsAttributes
    }
  }
}

/** The element in a React tree, from React 16.14 on: loads its script, sets its properties, calls back for its events. */
export const AtalaiaAnalytics = (props: AtalaiaAnalyticsProps): ReactElement => {
  const { gateway, version, integrity, timeout, token, getToken, className, style } = props
  const element = useRef<(AtalaiaAnalyticsElement & HTMLElement) | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    loadAnalytics({ gateway, version, integrity, timeout }).catch((error: Error) => {
      const { onLoadError } = latest.current
      if (onLoadError) onLoadError(error)
      // oxlint-disable-next-line no-console -- for the portal's developers
      else console.error(error.message)
    })
  }, [gateway, version, integrity, timeout])

  useEffect(() => {
    if (element.current) element.current.token = token ?? null
  }, [token])

  const asks = Boolean(getToken)
  useEffect(() => {
    // The same function for the element, whatever a render makes anew.
    if (element.current) element.current.getToken = asks ? (reason) => latest.current.getToken?.(reason) ?? '' : null
  }, [asks])

  useEffect(() => {
    const target = element.current
    if (!target) return undefined
    const onReady = ({ detail }: AnalyticsEventMap['ready']) => latest.current.onReady?.(detail)
    const onError = ({ detail }: AnalyticsEventMap['error']) => latest.current.onError?.(detail)
    const onExpired = () => latest.current.onSessionExpired?.()
    const onAdded = ({ detail }: AnalyticsEventMap['email-added']) => latest.current.onEmailAdded?.(detail)
    target.addEventListener('ready', onReady)
    target.addEventListener('error', onError)
    target.addEventListener('session-expired', onExpired)
    target.addEventListener('email-added', onAdded)
    return () => {
      target.removeEventListener('ready', onReady)
      target.removeEventListener('error', onError)
      target.removeEventListener('session-expired', onExpired)
      target.removeEventListener('email-added', onAdded)
    }
  }, [])

  const attributes = Object.fromEntries(Object.entries(props).filter(([name]) => name in ANALYTICS_ATTRIBUTES))
  // oxlint-disable-next-line react/refs -- it is handed on, not read
  return createElement(elementName, { ...attributes, ref: element, class: className, style })
}
