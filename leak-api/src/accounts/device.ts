/** Browsers, those first whose User-Agent names another one too. */
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

/** Characters of a User-Agent that are looked at. */
const MAX_LOOKED_AT = 400

/**
 * The words by which a person recognises a device: 'Firefox no Windows', for programs the name that they give themselves. The
 * client says them, so that they are no evidence.
 */
export const deviceOf = (userAgent: string | undefined): string => {
  const text = userAgent?.slice(0, MAX_LOOKED_AT) ?? ''
  const [browser, system] = [nameIn(BROWSERS, text), nameIn(SYSTEMS, text)]
  if (browser !== undefined) return system === undefined ? browser : `${browser} no ${system}`
  const [program] = /^[\w.-]{1,40}/.exec(text) ?? []
  return program === undefined || program === 'Mozilla' ? 'Aparelho desconhecido' : program
}
