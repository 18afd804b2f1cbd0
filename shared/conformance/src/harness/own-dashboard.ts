import type { Locator } from '@playwright/test'
import { until } from './until.ts'

const SHOWN_WITHIN_MS = 15_000

/** Runs in the page: the text, without what is not to be seen, and the state of an embed in any language and view. */
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

/** Waits until the portal's own dashboard, or its view, shows something and loads no more, 15 s at most; reads what it shows. */
export const untilOwnShown = (own: Locator) =>
  until(
    () => own.evaluate(readInPage),
    ({ defined, open, text, busy }) => (defined && !open) || (text !== '' && !busy),
    SHOWN_WITHIN_MS,
  )
