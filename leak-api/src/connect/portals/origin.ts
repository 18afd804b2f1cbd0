export type ParsedOrigin =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly reason: OriginFault }

export type OriginFault = 'wildcard' | 'null' | 'not-an-address' | 'not-http' | 'more-than-an-origin' | 'too-long'

const MAX_LENGTH = 300

const faultOf = (text: string): OriginFault | undefined => {
  if (text.length > MAX_LENGTH) return 'too-long'
  if (text.includes('*')) return 'wildcard'
  if (text.toLowerCase() === 'null') return 'null'
  if (!URL.canParse(text)) return 'not-an-address'
  const { protocol, username, password, pathname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'not-http'
  const only = /^[^/]+\/\/[^/?#@\\]+$/.test(text) && pathname === '/' && username === '' && password === ''
  return only ? undefined : 'more-than-an-origin'
}

/**
 * Reads a browser's origin (RFC 6454 section 6.2), in lower case, without the default port.
 * Refuses wildcards, and `null`, which every sandboxed page has (M-EMBED-16).
 */
export const parseOrigin = (text: string): ParsedOrigin => {
  const reason = faultOf(text.trim())
  return reason === undefined ? { ok: true, origin: new URL(text.trim()).origin } : { ok: false, reason }
}
