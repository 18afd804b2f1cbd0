'use client'

import { createElement, useEffect, useLayoutEffect, useRef, type CSSProperties, type ReactElement } from 'react'
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
  /**
   * Pixels that stay reserved until the first numbers or an error are shown, from the server's HTML on: nothing below the
   * element moves where the page's styles say `atalaia-analytics { display: block }`. Default: none are.
   */
  readonly reservedHeight?: number
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

const isServer = typeof document === 'undefined'

/** The element has its properties before the frame is painted. On a server, where React warns of layout effects, it has none. */
const useEarlyEffect = isServer ? useEffect : useLayoutEffect

/**
 * A declarative shadow root in the server's HTML, which the element's script fills later. An image reserves the height: a
 * style would need a permission of the page's policy.
 */
const placeholder = (height: number) => ({
  dangerouslySetInnerHTML: {
    __html: `<template shadowrootmode="open"><svg display="block" width="1" height="${Math.max(0, Math.round(height))}" aria-hidden="true"></svg></template>`,
  },
})

/**
 * The element in a React tree, from React 16.14 on: loads its script, sets its properties, calls back for its events. Of a
 * server's HTML it is a part as well: that has the element, its attributes and its reserved height.
 */
export const AtalaiaAnalytics = (props: AtalaiaAnalyticsProps): ReactElement => {
  const { gateway, version, integrity, timeout, token, getToken, className, style, reservedHeight } = props
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

  useEarlyEffect(() => {
    const target = element.current
    if (!target || reservedHeight === undefined) return undefined
    const { minHeight } = target.style
    const free = () => {
      target.style.minHeight = minHeight
    }
    target.style.minHeight = `${reservedHeight}px`
    target.addEventListener('ready', free, { once: true })
    target.addEventListener('error', free, { once: true })
    return () => {
      free()
      target.removeEventListener('ready', free)
      target.removeEventListener('error', free)
    }
  }, [reservedHeight])

  const attributes = Object.fromEntries(Object.entries(props).filter(([name]) => name in ANALYTICS_ATTRIBUTES))
  // oxlint-disable-next-line react/refs -- it is handed on, not read
  return createElement(elementName, {
    ...attributes,
    ...(isServer && reservedHeight !== undefined && placeholder(reservedHeight)),
    ref: element,
    class: className,
    style,
  })
}
