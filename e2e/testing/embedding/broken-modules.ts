import { ADD_CLUTTER, addSheet, ASKS_AGAIN, GRANTED, NOT_BUSY, type BrokenDoor } from './broken-door.ts'
import { BROKEN_BY_TRACES } from './broken-embed.ts'
import { breakEmbed, breakModule } from './break-embed.ts'

export const brokenModules: readonly BrokenDoor[] = [
  {
    name: 'leaves traces',
    door: 'federation',
    prepare: (context) =>
      breakModule(
        context,
        `(place, given) => {
          window.atalaiaLeak = 1
          localStorage.setItem('atalaia', String(Math.random()))
          document.head.append(document.createElement('meta'))
          window.addEventListener('resize', () => place)
          setInterval(() => place, 100_000)
          place.setAttribute('style', 'opacity: 1')
          try { document.createElement('div').innerHTML = '<b>text</b>' } catch {}
          Promise.resolve(given.getToken?.('initial') ?? given.token).then((token) => place.setAttribute('data-token', token))
          setTimeout(() => { throw new Error('broken on purpose') })
          return mount(place, given)
        }`,
      ),
    breaks: BROKEN_BY_TRACES,
  },
  {
    name: 'says and hears nothing',
    door: 'federation',
    prepare: (context) =>
      breakModule(
        context,
        `(place, { onReady, onError, onEmailAdded, onViewChange, onCaseChanged, ...given }) => {
          console.error = console.warn = () => {}
          const { unmount } = mount(place, { ...given, onError, ...(!place.getRootNode().host && { onReady }) })
          place.addEventListener('keydown', (event) => event.preventDefault())
          return { update() {}, unmount }
        }`,
      ),
    breaks: {
      contrast: /it does not name/,
      attributes: /with theme="dark" its widgets still have/,
      'parts-chosen': /"Últimos 3 Relatórios" is not shown/,
      'shadow-root': /no event "ready"/,
      dialog: /Escape does not close/,
      'no-token': /0 messages/,
      'token-fails': /0 messages/,
      'token-expired': /0 messages/,
      'token-refused': /0 messages/,
      'other-organisation': /0 messages/,
      'origin-not-allowed': /0 messages/,
      'wrong-api': /0 messages/,
      'broken-api': /0 messages/,
      views: /"Where it leaked" is not shown/,
      'view-place': /no event "view-change"/,
      'case-changed': /no event "case-changed"/,
      'view-forbidden': /view=alerts ends in 0 events/,
      'unknown-address': /ends in 0 events/,
    },
  },
  {
    name: 'takes its place for granted',
    door: 'federation',
    prepare: async (context) => {
      await breakEmbed(context, { replace: [NOT_BUSY] })
      await breakModule(
        context,
        `(place, { getToken: ask, onReady, ...given }) => {
          if (!place.closest('[data-conformance]')) console.error('mfe_analytics/dashboard: missing-token: too early')
          const mounted = mount(place, { ...given, onReady: () => onReady?.({}), ...(ask && { getToken: ${ASKS_AGAIN} }) })
          ${ADD_CLUTTER}
          ${addSheet(`${GRANTED} :host { height: 40px !important }`)}
          place.shadowRoot.addEventListener('keydown', ({ key, target }) => {
            if (target.localName === 'input') place.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
          }, true)
          return mounted
        }`,
      )
    },
    breaks: {
      moved: /stands there 2 times/,
      remounted: /it says mfe_analytics\/dashboard: missing-token/,
      'hidden-first': /40 px wide/,
      'container-size': /at 340 px it sticks out/,
      'content-height': /\d+ px of it are cut off/,
      direction: /are ltr/,
      zoom: /sticks out/,
      keyboard: /the focus is not to be seen/,
      'typed-keys': /the page gets the keys k \//,
      'screen-reader': /button-name/,
      'token-renewed': /in place of "unauthorized" it asks for "initial"/,
      'wrong-clock': /asks for a token 2 times/,
      events: /ready has no version/,
      'late-api': /nothing in it is busy/,
    },
  },
  {
    name: 'has lost its styles, and hides itself',
    door: 'federation',
    prepare: (context) =>
      breakModule(
        context,
        `(place, given) => {
          const mode = place.closest('[data-conformance]') ? 'open' : 'closed'
          place.attachShadow = (options) => Element.prototype.attachShadow.call(place, { ...options, mode })
          const mounted = mount(place, given)
          if (mode === 'open') place.shadowRoot.adoptedStyleSheets = []
          return mounted
        }`,
      ),
    breaks: {
      stands: /no open shadow root/,
      'portal-styles-stay-out': /has font-family: fantasy/,
      'looks-from-outside': /--atalaia-surface/,
      instances: /both themes/,
    },
  },
]
