import { inConnected, withStyles, type BrokenEmbed } from './broken-embed.ts'

export const brokenForPages: readonly BrokenEmbed[] = [
  {
    name: 'shows what nobody sees',
    breakClass: withStyles(':host { display: none !important }'),
    breaks: { stands: /it is not to be seen/, 'no-token': /shows no state/ },
  },
  {
    name: 'garbles its texts from right to left, in pale letters',
    breakClass: withStyles('* { unicode-bidi: normal !important } :host { --atalaia-text-muted: #ccc }'),
    breaks: {
      contrast: /--atalaia-text-muted on --atalaia-surface has 1\.\d+/,
      direction: /the order of ".+" is another one/,
    },
  },
  {
    name: 'begins its lines on the left in a page from right to left',
    breakClass: withStyles('tbody th * { text-align: left !important } header { padding: 0 28px 0 20px !important }'),
    breaks: { direction: /its title stands \d+ px off its column.*an address stands \d+ px off/ },
  },
  {
    name: "goes by the visitor's clock, and lets keys out",
    breakClass: `class extends Base {
      connectedCallback() {
        super.connectedCallback?.()
        this.shadowRoot.addEventListener('keydown', ({ key, target }) => {
          if (target.localName === 'input') this.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        }, true)
      }
      set getToken(ask) {
        super.getToken = ask && (async (reason) => {
          const token = await ask(reason)
          const { exp } = JSON.parse(atob(token.split('.')[1]))
          return exp * 1000 < Date.now() ? ask('expired') : token
        })
      }
      get getToken() { return super.getToken }
    }`,
    breaks: { 'wrong-clock': /asks for a token 2 times/, 'typed-keys': /the page gets the keys k \// },
  },
  {
    name: 'reports a missing token before a framework has set it',
    example: 'react18',
    toggle: '#painel',
    breakClass: inConnected(`
      const detail = { code: 'missing-token', message: 'too early' }
      if (!this.getToken) this.dispatchEvent(new CustomEvent('error', { detail, composed: true }))`),
    breaks: { remounted: /it says missing-token/ },
  },
]
