/** Texts of all stylesheets that the embed's modules import; the build adds them as the modules are run. */
const texts: string[] = []
let sheets: readonly CSSStyleSheet[] | undefined

export const addStyles = (text: string): void => {
  texts.push(text)
}

/** The sheets for a shadow root, shared by all instances. Constructed, so that no portal's policy forbids them. */
export const embedSheets = (): readonly CSSStyleSheet[] => {
  sheets ??= texts.map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  return sheets
}
