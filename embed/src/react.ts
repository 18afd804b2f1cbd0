import { createElement, useEffect, useRef, type CSSProperties, type ReactElement } from 'react'
import type {
  AnalyticsAttributes,
  AnalyticsErrorCode,
  AnalyticsEventMap,
  AnalyticsTheme,
  AtalaiaAnalyticsElement,
  GetToken,
} from './element.ts'
import { elementName, loadAnalytics, type LoadOptions } from './load.ts'

export interface AtalaiaAnalyticsProps extends LoadOptions {
  readonly api?: string
  readonly theme?: AnalyticsTheme
  /** Parts with spaces between; all by default. */
  readonly show?: string
  readonly token?: string | null
  readonly getToken?: GetToken | null
  readonly className?: string
  readonly style?: CSSProperties
  readonly onReady?: (detail: { readonly version: string }) => void
  readonly onError?: (detail: { readonly code: AnalyticsErrorCode; readonly message: string }) => void
  readonly onSessionExpired?: () => void
  readonly onEmailAdded?: (detail: { readonly email: string }) => void
  /** The script did not come: nothing is shown. Without it, the console says so. */
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

/** The element in a React tree, from React 16.14 on: loads its script, hands over properties, listens. */
export const AtalaiaAnalytics = (props: AtalaiaAnalyticsProps): ReactElement => {
  const { gateway, version, integrity, timeout, api, theme, show, token, getToken, className, style } = props
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

  // oxlint-disable-next-line react/refs -- it is handed on, not read
  return createElement(elementName, { ref: element, api, theme, show, class: className, style })
}
