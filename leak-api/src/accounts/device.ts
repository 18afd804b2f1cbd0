/** Browsers whose User-Agent also names another browser come first. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]
const nameIn = (list: readonly (readonly [string, RegExp])[], text: string) =>
  list.find(([, sign]) => sign.test(text))?.[0]

const MAX_LOOKED_AT = 400

/**
 * 'Firefox no Windows', or the name that a program gives itself. The client chooses it, so it is no
 * evidence.
 */
export const deviceOf = (userAgent: string | undefined): string => {
  const text = userAgent?.slice(0, MAX_LOOKED_AT) ?? ''
  const [browser, system] = [nameIn(BROWSERS, text), nameIn(SYSTEMS, text)]
  if (browser !== undefined) return system === undefined ? browser : `${browser} no ${system}`
  const [program] = /^[\w.-]{1,40}/.exec(text) ?? []
  return program === undefined || program === 'Mozilla' ? 'Aparelho desconhecido' : program
}
