import { defineComponent, h, onBeforeUnmount, onMounted, ref, watch, type DefineComponent } from 'vue'
import {
  ANALYTICS_ATTRIBUTES,
  type AnalyticsAttributes,
  type AnalyticsEventMap,
  type AnalyticsProperties,
} from '../../contracts/src/embed.ts'
import { elementName, loadAnalytics, type LoadOptions } from './load.ts'
import { PLACEHOLDER_ATTRIBUTES, placeholderHtml, reserveHeight } from './reserve-height.ts'

export interface AtalaiaAnalyticsProps
  extends LoadOptions, AnalyticsAttributes, Partial<Readonly<AnalyticsProperties>> {
  /**
   * Pixels reserved from the server's HTML until numbers or an error appear. Needs the page's style
   * `atalaia-analytics { display: block }`. Default: none.
   */
  readonly reservedHeight?: number
}

/** The element's events with their `detail`, and `load-error` for a failed script. */
export type AtalaiaAnalyticsEvents = {
  [Name in keyof AnalyticsEventMap]: (detail: AnalyticsEventMap[Name]['detail']) => true
} & { 'load-error': (error: Error) => true }

const PROPS: Readonly<Record<keyof AtalaiaAnalyticsProps, null>> = {
  gateway: null,
  version: null,
  integrity: null,
  timeout: null,
  api: null,
  theme: null,
  locale: null,
  show: null,
  refresh: null,
  filter: null,
  period: null,
  place: null,
  view: null,
  address: null,
  token: null,
  getToken: null,
  reservedHeight: null,
}

const EVENTS: AtalaiaAnalyticsEvents = {
  ready: () => true,
  error: () => true,
  'session-expired': () => true,
  'email-added': () => true,
  resize: () => true,
  'view-change': () => true,
  'case-changed': () => true,
  'load-error': () => true,
}

const isServer = typeof document === 'undefined'

/**
 * The element for Vue, without `isCustomElement`. Loads the script, sets attributes and properties,
 * emits events, and renders on servers. Content with `slot` replaces the loader and error view.
 */
export const AtalaiaAnalytics = defineComponent(
  (props: AtalaiaAnalyticsProps, { emit, slots }) => {
    const element = ref<HTMLElement>()
    // The same function for the element, whatever a render makes anew.
    const getToken: AnalyticsProperties['getToken'] = (reason) => props.getToken?.(reason) ?? ''

    const load = () => {
      const { gateway, version, integrity, timeout } = props
      loadAnalytics({ gateway, version, integrity, timeout }).catch((error: Error) => emit('load-error', error))
    }
    let free: (() => void) | undefined
    onMounted(() => {
      load()
      if (element.value && props.reservedHeight !== undefined) free = reserveHeight(element.value, props.reservedHeight)
    })
    watch(() => [props.gateway, props.version, props.integrity], load)
    onBeforeUnmount(() => free?.())

    const attributes = () =>
      Object.fromEntries(
        Object.entries(props)
          .filter(([name]) => name in ANALYTICS_ATTRIBUTES)
          .map(([name, value]) => [`^${name}`, value]),
      )
    const placeholder = () =>
      isServer && props.reservedHeight !== undefined
        ? [h('template', { ...PLACEHOLDER_ATTRIBUTES, innerHTML: placeholderHtml(props.reservedHeight) })]
        : []
    const properties = () => ({
      ...attributes(),
      '.token': props.token ?? null,
      '.getToken': props.getToken ? getToken : null,
      onReady: ({ detail }: AnalyticsEventMap['ready']) => emit('ready', detail),
      onError: ({ detail }: AnalyticsEventMap['error']) => emit('error', detail),
      onSessionExpired: ({ detail }: AnalyticsEventMap['session-expired']) => emit('session-expired', detail),
      onEmailAdded: ({ detail }: AnalyticsEventMap['email-added']) => emit('email-added', detail),
      onResize: ({ detail }: AnalyticsEventMap['resize']) => emit('resize', detail),
      onCaseChanged: ({ detail }: AnalyticsEventMap['case-changed']) => emit('case-changed', detail),
      onViewChange: ({ detail }: AnalyticsEventMap['view-change']) => emit('view-change', detail),
      ref: element,
    })
    return () => h(elementName, properties(), [...placeholder(), ...(slots['default']?.() ?? [])])
  },
  { name: 'AtalaiaAnalytics', props: PROPS, emits: EVENTS },
)

/** Types for Vue's templates. */
declare module 'vue' {
  interface GlobalComponents {
    'atalaia-analytics': DefineComponent<AnalyticsAttributes>
  }
}
