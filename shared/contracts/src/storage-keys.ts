/** Keys in the browser's local storage (P-THEME-2, P-SESSION-1). */
export const STORAGE_KEYS = {
  token: 'access_token',
  /** An older name of `token`: read and removed, never written. */
  olderToken: 'token',
  /** JSON of the signed-in `User`. */
  user: 'user',
  /** A theme's name. */
  theme: 'theme',
  /** `1` once this browser has loaded the product's font (P-ACCESS-5, M-SPEED-7). */
  font: 'atalaia.font',
} as const

/** Local storage key of the {@link accountMark} of whoever turned pushes on in this browser (M-PUSH-9). */
export const PUSH_OWNER_KEY = 'atalaia.push'

/** Local storage key of the fallback versions of one remote: whole descriptors (M-FALLBACK-1). */
export const fallbackVersionsKey = (remote: string): string => `atalaia.good.${remote}`

/** Local storage key of the titles of the widgets that an account has closed (P-DASH-28). Its address cannot be read in it. */
export const closedWidgetsKey = (email: string): string => `atalaia.closed.${accountMark(email)}`

/** Local storage key of an account that has seen the notice on the register of incidents (P-INCIDENT-13). */
export const readNoticeKey = (email: string): string => `atalaia.notice.${accountMark(email)}`

/** Prefix of the session storage keys of what people have typed and not saved (P-DRAFT-3). */
export const DRAFTS_PREFIX = 'atalaia.draft.'

/** Prefix of the {@link DRAFTS_PREFIX} keys of one account. Its address cannot be read in it. */
export const draftsPrefixOf = (email: string): string => `${DRAFTS_PREFIX}${accountMark(email)}.`

/** A mark by which this browser tells accounts apart. Their addresses cannot be read in it. */
export const accountMark = (email: string): string => fingerprint(email.toLowerCase())

/** A number for a text (FNV-1a, 32 bits), in base 36. */
const fingerprint = (text: string): string => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Session storage key of a token that came in the address, until the shell reads it. */
export const OFFERED_TOKEN_KEY = 'atalaia.offered-token'

/** Name of the cookie that says that there is a session. Its value is `1`; it never carries the token. */
export const SESSION_COOKIE = 'token'
