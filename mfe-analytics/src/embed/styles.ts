/** Sheets of all stylesheets that the embed's modules import. The build's loader adds each when its module runs. */
let sheets: readonly CSSStyleSheet[] = []
const roots = new Set<ShadowRoot>()

/** Adds the styles of a view, which come with it, to the elements that exist and to later ones. */
export const addStyles = (text: string): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  sheets = [...sheets, sheet]
  for (const root of roots) root.adoptedStyleSheets = [...sheets]
}

/**
 * Gives a shadow root the sheets, which all roots share, and those to come; the returned function takes them away. They are constructed,
 * which no content security policy forbids.
 */
export const adoptStyles = (root: ShadowRoot): (() => void) => {
  roots.add(root)
  root.adoptedStyleSheets = [...sheets]
  return () => {
    roots.delete(root)
    root.adoptedStyleSheets = []
  }
}
