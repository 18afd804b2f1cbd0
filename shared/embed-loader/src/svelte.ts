import {
  ANALYTICS_ATTRIBUTES,
  type AnalyticsAttributes,
  type AnalyticsCallbacks,
  type AnalyticsProperties,
  type AtalaiaAnalyticsElement,
} from '../../contracts/src/embed.ts'
import { listen } from './listen.ts'
import { loadAnalytics, type LoadOptions } from './load.ts'

export interface AtalaiaAnalyticsOptions
  extends LoadOptions, AnalyticsAttributes, Partial<Readonly<AnalyticsProperties>>, AnalyticsCallbacks {
  /** Called when the script does not load. Default: an error on the console. */
  readonly onLoadError?: (error: Error) => void
}

export interface AtalaiaAnalyticsAction {
  update(options: AtalaiaAnalyticsOptions): void
  destroy(): void
}

/**
 * Svelte action for `<atalaia-analytics>`, Svelte 4 and later. Loads the script, sets properties,
 * passes events. Needs no `{#await}`.
 */
export const atalaiaAnalytics = (
  element: AtalaiaAnalyticsElement & HTMLElement,
  options: AtalaiaAnalyticsOptions,
): AtalaiaAnalyticsAction => {
  let latest = options
  // The same function for the element, whatever an update makes anew.
  const getToken: AnalyticsProperties['getToken'] = (reason) => latest.getToken?.(reason) ?? ''

  const load = () => {
    const { gateway, version, integrity, timeout, onLoadError } = latest
    loadAnalytics({ gateway, version, integrity, timeout }).catch((error: Error) => {
      if (onLoadError) onLoadError(error)
      // oxlint-disable-next-line no-console -- for the portal's developers
      else console.error(error.message)
    })
  }

  const apply = () => {
    for (const [name, value] of Object.entries(latest)) {
      if (!(name in ANALYTICS_ATTRIBUTES)) continue
      if (value === undefined) element.removeAttribute(name)
      else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
    }
    element.token = latest.token ?? null
    element.getToken = latest.getToken ? getToken : null
  }

  apply()
  const stop = listen(element, () => latest)
  load()
  return {
    update: (next) => {
      const { gateway, version, integrity } = latest
      latest = next
      apply()
      if (next.gateway !== gateway || next.version !== version || next.integrity !== integrity) load()
    },
    destroy: stop,
  }
}

/** Types for Svelte's templates: `import type {} from '@atalaia/embed/svelte'`. */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'atalaia-analytics': import('svelte/elements').HTMLAttributes<AtalaiaAnalyticsElement & HTMLElement> &
      AnalyticsAttributes
  }
}
