import type { Door } from '@atalaia/conformance'
import type { BrowserContext } from '@playwright/test'

export type BrokenDoor = {
  readonly name: string
  readonly door: Exclude<Door, 'element'>
  prepare(context: BrowserContext): Promise<unknown>
  readonly breaks: Readonly<Record<string, RegExp>>
}

/** Styles inside `place`, after the embed's own. */
export const addSheet = (css: string) => `
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(css)})
  place.shadowRoot.adoptedStyleSheets = [...place.shadowRoot.adoptedStyleSheets, sheet]`

export const GRANTED = `
  * { direction: ltr !important }
  :focus { outline: none !important; box-shadow: none !important }
  [part~=widget] { min-width: 1000px !important }
  [part~=chart] svg { max-width: 40px !important }`

export const ADD_CLUTTER = `
  const title = document.createElement('h2')
  title.textContent = 'Total de Vazamentos'
  place.shadowRoot.append(title, document.createElement('button'))`

/** `getToken` that asks again for tokens expired by the visitor's clock, and always for the first. */
export const ASKS_AGAIN = `async () => {
  const token = await ask('initial')
  const { exp } = JSON.parse(atob(token.split('.')[1]))
  return exp * 1000 < Date.now() ? ask('initial') : token
}`

export const NOT_BUSY = ['"aria-busy"', '"data-busy"'] as const
