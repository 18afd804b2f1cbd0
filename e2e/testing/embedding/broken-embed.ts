/** A build of the embed that breaks promises on purpose. */
export type BrokenEmbed = {
  readonly name: string
  /** In which portal it is looked at; the plain one by default. */
  readonly example?: string
  /** The control of that portal that takes the element away and brings it back. */
  readonly toggle?: string
  /** Runs in the embed's script, before it registers its class; gives the class that is registered in its place. */
  readonly breakClass?: string
  /** Pairs of a text in its files and its replacement. */
  readonly replace?: readonly (readonly [string, string])[]
  /** Each promise that it breaks, with what the suite has to say. */
  readonly breaks: Readonly<Record<string, RegExp>>
}

/** The promises that an embed breaks which leaves traces in the page, at the element's door and at that of federation hosts. */
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

/** Runs `code` each time the element has come into a page. */
export const inConnected = (code: string) => `class extends Base {
  connectedCallback() { super.connectedCallback?.(); ${code} }
}`

/** Styles over everything inside, after the element's own. */
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
