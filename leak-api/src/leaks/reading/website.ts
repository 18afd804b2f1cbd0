const SCHEME = /^[a-z][a-z\d+.-]{0,40}:\/\//i
/** Up to the path (RFC 3986, section 3.2). */
const AUTHORITY = /^(?:[^/?#@\s]*@)?(?:\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(?::\d{1,5})?(?=$|[/?#])/i
/** A host without a scheme has a dot, or is this machine. */
const BARE = /^(?:\[[\da-f:.]+\]|localhost|[^\s:/?#@[\].]+\.[^\s:/?#@[\]]*[^\s:/?#@[\].])(?::\d{1,5})?(?=$|[/?#])/i

/** Of `https://host:8080/path` or `host/path`; -1: no website. */
export const endOfAuthority = (text: string): number => {
  const scheme = SCHEME.exec(text)?.[0].length ?? 0
  const found = (scheme === 0 ? BARE : AUTHORITY).exec(text.slice(scheme))
  return found === null ? -1 : scheme + found[0].length
}

/** Of `password:https://…`, with the sign before it; -1: nowhere. */
export const lastWebsite = (text: string): number =>
  text.includes('://') ? text.search(/[:;|\t, ]\s{0,8}["']?(?=[a-z][a-z\d+.-]{0,40}:\/\/)/i) : -1

/** For websites without a scheme. */
export const lastHost = (text: string): number =>
  text.search(
    /[:;|\t, ]\s{0,8}["']?(?:[\w-]{1,63}\.){1,20}(?:[a-z]{2,63}|\d{1,3})(?::\d{1,5})?(?:[/?#][^\s"']*)?["']?\s{0,8}$/i,
  )
