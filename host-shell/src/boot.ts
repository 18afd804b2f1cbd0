// Runs before the first paint and before anything else is loaded, on its own: no runtime, no imports that ship more
// than a few lines.
import { DEFAULT_THEME, QUERY_PARAMETERS, STORAGE_KEYS, themeOfChoice } from '@atalaia/contracts'
import { attempt, keepOfferedToken, prefersLight } from './platform/browser.ts'
import { startEarlyCalls, startIndex } from './platform/early-calls.ts'
import { showKnownFont } from './platform/late-font.ts'
import { renewStored } from './platform/session-server.ts'
import { guardSinks } from './platform/trusted-types.ts'

guardSinks()
// zod would try whether the page lets text run as code; the page's policy does not, and the browser logs each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// The stored theme, before the first paint (P-THEME-2, P-THEME-6).
const stored = attempt(() => localStorage.getItem(STORAGE_KEYS.theme))
document.body.classList.remove(DEFAULT_THEME)
document.body.classList.add(themeOfChoice(stored, prefersLight()))
showKnownFont(document)

const address = new URL(location.href)
const token = address.searchParams.get(QUERY_PARAMETERS.token)
if (token !== null) {
  keepOfferedToken(token)
  address.searchParams.delete(QUERY_PARAMETERS.token)
  // Takes the place of the entry in the history, so that the token stays in neither (P-SESSION-6).
  location.replace(address.href)
} else {
  const script = document.currentScript
  renewStored(() => startEarlyCalls(script))
  startIndex(script)
}
