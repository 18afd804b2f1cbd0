const SCHEME = /^[a-z][a-z\d+.-]{0,40}:\/\//i
/** User info, host and port, up to the path (RFC 3986, section 3.2). */
const AUTHORITY = /^(?:[^/?#@\s]*@)?(?:\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(?::\d{1,5})?(?=$|[/?#])/i
/** A host without a scheme has a dot, or is this machine. */
const BARE =
  /^(?:\[[\da-f:.]+\]|localhost|[^\s:/?#@[\].]{1,63}\.[^\s:/?#@[\]]{0,252}[^\s:/?#@[\].])(?::\d{1,5})?(?=$|[/?#])/i

const SLASH = 0x2f
const PLAIN_SIGN = /[\w.-]/
/** Signs of a host without a port or user info. */
const IS_PLAIN = Uint8Array.from({ length: 128 }, (_none, code) => Number(PLAIN_SIGN.test(String.fromCharCode(code))))

/** Most websites: `https://host/path`; -1: any other. */
const endOfPlain = (text: string): number => {
  if (!text.startsWith('http')) return -1
  const start = text.charCodeAt(4) === 0x73 ? 8 : 7
  if (!text.startsWith('://', start - 3)) return -1
  let end = start
  while (IS_PLAIN[text.charCodeAt(end)] === 1) end += 1
  return end > start && (end === text.length || text.charCodeAt(end) === SLASH) ? end : -1
}

/** Position behind the authority of `https://host:8080/path` or `host/path`; -1: `text` is no website. */
export const endOfAuthority = (text: string): number => {
  const plain = endOfPlain(text)
  if (plain !== -1) return plain
  const scheme = SCHEME.exec(text)?.[0].length ?? 0
  const found = (scheme === 0 ? BARE : AUTHORITY).exec(text.slice(scheme))
  return found === null ? -1 : scheme + found[0].length
}

/** Start of the website in `password:https://…`, with the sign before it; -1: none. */
export const lastWebsite = (text: string): number =>
  text.includes('://') ? text.search(/[:;|\t, ]\s{0,8}["']?(?=[a-z][a-z\d+.-]{0,40}:\/\/)/i) : -1

/** {@link lastWebsite} of a list whose websites have no scheme. */
export const lastHost = (text: string): number =>
  text.search(
    /[:;|\t, ]\s{0,8}["']?(?:[\w-]{1,63}\.){1,20}(?:[a-z]{2,63}|\d{1,3})(?::\d{1,5})?(?:[/?#][^\s"']*)?["']?\s{0,8}$/i,
  )
