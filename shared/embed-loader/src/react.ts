'use client'

import {
  createElement,
  useEffect,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
} from 'react'
import {
  ANALYTICS_ATTRIBUTES,
  type AnalyticsAttributes,
  type AnalyticsCallbacks,
  type AnalyticsProperties,
  type AtalaiaAnalyticsElement,
} from '../../contracts/src/embed.ts'
import { listen } from './listen.ts'
import { elementName, loadAnalytics, type LoadOptions } from './load.ts'
import { PLACEHOLDER_ATTRIBUTES, placeholderHtml, reserveHeight } from './reserve-height.ts'

export interface AtalaiaAnalyticsProps
  extends LoadOptions, AnalyticsAttributes, Partial<Readonly<AnalyticsProperties>>, AnalyticsCallbacks {
  readonly className?: string
  readonly style?: CSSProperties
  /** Elements with `slot="loader"` or `slot="error"`. Default: the element's own. */
  readonly children?: ReactNode
  /**
   * Pixels reserved from the server's HTML until numbers or an error appear. Needs the page's style
   * `atalaia-analytics { display: block }`. Default: none.
   */
  readonly reservedHeight?: number
  /** Called when the script does not load. Default: an error on the console. */
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

const isServer = typeof document === 'undefined'

/** M-EMBED-27 */
const useEarlyEffect = isServer ? useEffect : useLayoutEffect

/**
 * The element for React 16.14 and later. Loads the script, sets properties, passes events, and
 * renders on servers.
 */
export const AtalaiaAnalytics = (props: AtalaiaAnalyticsProps): ReactElement => {
  const { gateway, version, integrity, timeout, token, getToken, className, style, reservedHeight, children } = props
  const element = useRef<(AtalaiaAnalyticsElement & HTMLElement) | null>(null)
  const latest = useRef(props)
  useEarlyEffect(() => {
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

  useEarlyEffect(() => {
    if (element.current) element.current.token = token ?? null
  }, [token])

  const asks = Boolean(getToken)
  useEarlyEffect(() => {
    // The same function for the element, whatever a render makes anew.
    if (element.current) element.current.getToken = asks ? (reason) => latest.current.getToken?.(reason) ?? '' : null
  }, [asks])

  useEarlyEffect(() => {
    return element.current ? listen(element.current, () => latest.current) : undefined
  }, [])

  useEarlyEffect(() => {
    const target = element.current
    return target && reservedHeight !== undefined ? reserveHeight(target, reservedHeight) : undefined
  }, [reservedHeight])

  const attributes = Object.fromEntries(Object.entries(props).filter(([name]) => name in ANALYTICS_ATTRIBUTES))
  const placeholder =
    isServer && reservedHeight !== undefined
      ? createElement('template', {
          ...PLACEHOLDER_ATTRIBUTES,
          dangerouslySetInnerHTML: { __html: placeholderHtml(reservedHeight) },
        })
      : null
  // oxlint-disable-next-line react/refs -- it is handed on, not read
  return createElement(elementName, { ...attributes, ref: element, class: className, style }, placeholder, children)
}
