// Runs before the first paint and before anything else is loaded, on its own: no runtime, no imports that ship more
// than a few lines.
import { defaultTheme, isTheme } from '@atalaia/contracts'
import { attempt, keepOfferedToken } from './platform/browser.ts'
import { storageKeys, tokenParameter } from './platform/names.ts'

const stored = attempt(() => localStorage.getItem(storageKeys.theme))
document.body.classList.remove(defaultTheme)
document.body.classList.add(isTheme(stored) ? stored : defaultTheme)

const address = new URL(location.href)
const token = address.searchParams.get(tokenParameter)
if (token !== null) {
  keepOfferedToken(token)
  address.searchParams.delete(tokenParameter)
  // Takes the place of the entry in the history, so that the token stays in neither.
  location.replace(address.href)
}
