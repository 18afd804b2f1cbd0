import { loadAnalytics } from '@atalaia/embed'
import { fetchToken, gateway } from 'example-portal/browser'
import { LitElement, html } from 'lit'
import 'example-portal/portal.css'

class PortalPage extends LitElement {
  static override properties = { open: { state: true }, dark: { state: true }, added: { state: true } }
  declare private open: boolean
  declare private dark: boolean
  declare private added: readonly string[]

  constructor() {
    super()
    this.open = true
    this.dark = false
    this.added = []
  }

  override render() {
    return html`<main>
      <h1>Portal de obras</h1>
      <p>Este portal usa o Lit.</p>
      <label
        ><input type="checkbox" .checked=${this.dark} @change=${() => (this.dark = !this.dark)} /> Tema escuro</label
      >
      <label
        ><input id="painel" type="checkbox" .checked=${this.open} @change=${() => (this.open = !this.open)} />
        Painel</label
      >
      ${this.added.length > 0 ? html`<p role="status">Adicionados aqui: ${this.added.join(', ')}</p>` : null}
      ${
        this.open
          ? html`<atalaia-analytics
              api="${gateway}/api"
              theme=${this.dark ? 'dark' : 'light'}
              .getToken=${fetchToken}
              @email-added=${({ detail }: CustomEvent<{ email: string }>) => (this.added = [...this.added, detail.email])}
            ></atalaia-analytics>`
          : null
      }
    </main>`
  }
}

customElements.define('portal-page', PortalPage)
loadAnalytics({ gateway }).catch((error: Error) => console.error(error.message))
