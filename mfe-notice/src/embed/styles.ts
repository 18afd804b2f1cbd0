let sheets: readonly CSSStyleSheet[] = []
const roots = new Set<ShadowRoot>()

/** Adds styles to existing and later elements. */
export const addStyles = (text: string): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  sheets = [...sheets, sheet]
  for (const root of roots) root.adoptedStyleSheets = [...sheets]
}

/**
 * All roots share the sheets; the returned function removes them. No content security policy
 * forbids constructed sheets.
 */
export const adoptStyles = (root: ShadowRoot): (() => void) => {
  roots.add(root)
  root.adoptedStyleSheets = [...sheets]
  return () => {
    roots.delete(root)
    root.adoptedStyleSheets = []
  }
}
