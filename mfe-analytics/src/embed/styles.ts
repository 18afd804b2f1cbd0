/** Texts of all stylesheets that the embed's modules import. The build's loader adds each when its module runs. */
const texts: string[] = []
let sheets: readonly CSSStyleSheet[] | undefined

export const addStyles = (text: string): void => {
  texts.push(text)
}

/** The sheets for a shadow root, shared by all of them. They are constructed, which no content security policy forbids. */
export const embedSheets = (): readonly CSSStyleSheet[] => {
  sheets ??= texts.map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  return sheets
}
