import type { Door } from '@atalaia/conformance'
import type { BrowserContext } from '@playwright/test'

/** An embed at another door than the element's that is broken on purpose. */
export type BrokenDoor = {
  readonly name: string
  readonly door: Exclude<Door, 'element'>
  prepare(context: BrowserContext): Promise<unknown>
  /** Each promise that it breaks, with what the suite has to say. */
  readonly breaks: Readonly<Record<string, RegExp>>
}

/** Code that lays styles over everything inside of `place`, after the embed's own. */
export const addSheet = (css: string) => `
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(css)})
  place.shadowRoot.adoptedStyleSheets = [...place.shadowRoot.adoptedStyleSheets, sheet]`

/** Styles that take sizes, directions and the ring of the focus for granted. */
export const GRANTED = `
  * { direction: ltr !important }
  :focus { outline: none !important; box-shadow: none !important }
  [part~=widget] { min-width: 1000px !important }
  [part~=chart] svg { max-width: 40px !important }`

/** Code that puts a title which is there already, and a button without a name, into `place`. */
export const ADD_CLUTTER = `
  const title = document.createElement('h2')
  title.textContent = 'Total de Vazamentos'
  place.shadowRoot.append(title, document.createElement('button'))`

/** A `getToken` around `ask` that asks again for a token that has ended by the visitor's clock, and always for the first one. */
export const ASKS_AGAIN = `async () => {
  const token = await ask('initial')
  const { exp } = JSON.parse(atob(token.split('.')[1]))
  return exp * 1000 < Date.now() ? ask('initial') : token
}`

/** A replacement in the embed's files: nothing says that it is busy. */
export const NOT_BUSY = ['"aria-busy"', '"data-busy"'] as const
