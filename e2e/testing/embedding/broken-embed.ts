export type BrokenEmbed = {
  readonly name: string
  readonly example?: string
  readonly toggle?: string
  /** Runs before the embed registers its class; returns the replacement. */
  readonly breakClass?: string
  readonly replace?: readonly (readonly [string, string])[]
  /** Broken promises, with the suite's messages. */
  readonly breaks: Readonly<Record<string, RegExp>>
}

export const BROKEN_BY_TRACES: BrokenEmbed['breaks'] = {
  'no-global': /window\.atalaiaLeak/,
  'no-storage': /localStorage\.setItem\(atalaia\)/,
  'own-styles-stay-in': /the nodes of the document/,
  'token-private': /the token is in an attribute/,
  memory: /listeners more/,
  'nothing-left': /listener: resize on Window.*setInterval/,
  policy: /style-src-attr for inline/,
  'trusted-types': /innerHTML/,
  'no-exception': /broken on purpose/,
}

export const inConnected = (code: string) => `class extends Base {
  connectedCallback() { super.connectedCallback?.(); ${code} }
}`

export const withStyles = (css: string) => `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(css)})
  return class extends Base {
    connectedCallback() {
      super.connectedCallback?.()
      this.shadowRoot.adoptedStyleSheets = [...this.shadowRoot.adoptedStyleSheets, sheet]
    }
  }
})()`
