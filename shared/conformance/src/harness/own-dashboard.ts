import type { Locator } from '@playwright/test'
import { until } from './until.ts'

const SHOWN_WITHIN_MS = 15_000

const readInPage = (host: Element) => {
  const inside = [...(host.shadowRoot?.children ?? [])]
  return {
    // The page of a frame may hold it before the embed's script has run.
    defined: host.matches(':defined'),
    open: host.shadowRoot !== null,
    // The element itself may be a part of a line, which has no height of its own.
    visible:
      host.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      inside.some((inner) => inner.getBoundingClientRect().height > 0),
    alert: host.shadowRoot?.querySelector('[role=alert]')?.textContent ?? '',
    busy: Boolean(host.shadowRoot?.querySelector('[aria-busy=true]')),
    text: inside.map((inner) => Reflect.get(inner, 'innerText')).join(''),
  }
}

/** Waits at most 15 s for content without loading; reads it. */
export const untilOwnShown = (own: Locator) =>
  until(
    () => own.evaluate(readInPage),
    ({ defined, open, text, busy }) => (defined && !open) || (text !== '' && !busy),
    SHOWN_WITHIN_MS,
  )
