import { BROKEN_BY_TRACES, inConnected, withStyles, type BrokenEmbed } from './broken-embed.ts'
import { brokenForPages } from './broken-for-pages.ts'

export const brokenEmbeds: readonly BrokenEmbed[] = [
  ...brokenForPages,
  {
    name: 'leaves traces',
    breakClass: inConnected(`
      window.atalaiaLeak = 1
      localStorage.setItem('atalaia', String(Math.random()))
      document.head.append(document.createElement('meta'))
      window.addEventListener('resize', () => this)
      setInterval(() => this, 100_000)
      this.setAttribute('style', 'opacity: 1')
      try { document.createElement('div').innerHTML = '<b>text</b>' } catch {}
      Promise.resolve(this.getToken?.('initial') ?? this.token).then((token) => this.setAttribute('data-token', token))
      setTimeout(() => { throw new Error('broken on purpose') })`),
    breaks: BROKEN_BY_TRACES,
  },
  {
    name: 'has lost its styles',
    breakClass: `class extends Base {
      attachShadow(options) {
        const root = super.attachShadow(options)
        Object.defineProperty(root, 'adoptedStyleSheets', { get: () => [], set: () => {} })
        return root
      }
    }`,
    breaks: {
      'portal-styles-stay-out': /has font-family: fantasy/,
      'looks-from-outside': /--atalaia-surface/,
      attributes: /with theme="dark"/,
      instances: /both themes/,
      'container-size': /one column/,
    },
  },
  {
    name: 'takes its place for granted',
    breakClass: withStyles(`
      * { direction: ltr !important }
      :focus { outline: none !important; box-shadow: none !important }
      :host { height: 40px !important }
      [part~=widget] { min-width: 1000px !important }
      [part~=chart] svg { max-width: 40px !important }`),
    breaks: {
      direction: /are ltr/,
      keyboard: /the focus is not to be seen/,
      zoom: /sticks out/,
      'container-size': /at 340 px it sticks out/,
      'content-height': /\d+ px of it are cut off/,
      'hidden-first': /40 px wide/,
    },
  },
  {
    name: 'is clumsy',
    breakClass: `class extends Base {
      constructor() {
        super()
        const { getToken } = this
        if (getToken) Object.defineProperty(this, 'getToken', { value: getToken, configurable: false })
      }
      connectedCallback() {
        if (self !== top) return
        super.connectedCallback?.()
        const title = document.createElement('h2')
        title.textContent = 'Total de Vazamentos'
        this.shadowRoot.append(title, document.createElement('button'))
      }
      dispatchEvent({ type, detail: right }) {
        const detail = /changed?$/.test(type) ? { ...right, id: 7 } : right
        return super.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }))
      }
      set getToken(ask) { super.getToken = ask && (() => ask('initial')) }
      get getToken() { return super.getToken }
    }`,
    replace: [['"aria-busy"', '"data-busy"']],
    breaks: {
      moved: /stands there \d+ times/,
      'shadow-root': /no event "ready"/,
      iframe: /the element in the frame does not show its numbers/,
      'screen-reader': /button-name/,
      events: /ready stays inside/,
      'token-renewed': /in place of "unauthorized" it asks for "initial"/,
      'late-api': /nothing in it is busy/,
      'view-place': /the event tells id, too/,
      'case-changed': /the event tells id, too/,
      'early-use': /still hides/,
    },
  },
  {
    name: 'says nothing',
    breakClass: `(() => {
      console.error = console.warn = () => {}
      return class extends Base {
        connectedCallback() {
          super.connectedCallback?.()
          this.addEventListener('keydown', (event) => event.preventDefault())
        }
        removeAttribute() {}
      }
    })()`,
    breaks: {
      contrast: /it does not name --atalaia-text-muted on/,
      dialog: /Escape does not close/,
      'parts-chosen': /"Últimos 3 Relatórios" is not shown/,
      views: /"bia@portal.example" is not shown/,
      'no-token': /0 messages/,
      'token-fails': /0 messages/,
      'token-expired': /0 messages/,
      'token-refused': /0 messages/,
      'other-organisation': /0 messages/,
      'origin-not-allowed': /0 messages/,
      'wrong-api': /0 messages/,
      'broken-api': /0 messages/,
      'view-forbidden': /0 messages/,
      'unknown-address': /0 messages/,
      'unknown-value': /does not name the value/,
    },
  },
  {
    name: 'shows a zero where it knows no number',
    breakClass: inConnected(`this.shadowRoot.append(Object.assign(document.createElement('p'), { textContent: '0' }))`),
    breaks: { 'other-organisation': /it shows the number 0/ },
  },
  {
    name: 'hides itself',
    breakClass: `class extends Base {
      attachShadow(options) { return super.attachShadow({ ...options, mode: 'closed' }) }
    }`,
    breaks: { stands: /no open shadow root/ },
  },
  {
    name: 'renders into the portal with its own React',
    example: 'react18',
    // The portal's React is the page's first renderer, the embed's the second.
    breakClass: inConnected(`
      const containerInfo = document.querySelector('#root')
      __REACT_DEVTOOLS_GLOBAL_HOOK__.onCommitFiberRoot(2, { containerInfo })`),
    breaks: { 'own-react': /React 19\S+ \(2\) renders both/ },
  },
]
