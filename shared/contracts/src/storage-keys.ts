/** Local storage keys (P-THEME-2, P-SESSION-1). */
export const STORAGE_KEYS = {
  token: 'access_token',
  /** Older name of `token`: read and removed, never written. */
  olderToken: 'token',
  /** JSON of `User`. */
  user: 'user',
  theme: 'theme',
  /** `1` after the product's font was loaded here (P-ACCESS-5, M-SPEED-7). */
  font: 'atalaia.font',
} as const

/** Local storage key: {@link accountMark} of the person who enabled pushes here (M-PUSH-9). */
export const PUSH_OWNER_KEY = 'atalaia.push'

/** Local storage key: fallback versions of a remote, as whole descriptors (M-FALLBACK-1). */
export const fallbackVersionsKey = (remote: string): string => `atalaia.good.${remote}`

/** Local storage key: titles of closed widgets, by account (P-DASH-28). It hides the address. */
export const closedWidgetsKey = (email: string): string => `atalaia.closed.${accountMark(email)}`

/** Local storage key of an account that has seen the notice on the register of incidents (P-INCIDENT-13). */
export const readNoticeKey = (email: string): string => `atalaia.notice.${accountMark(email)}`

/** Prefix of the session storage keys of what people have typed and not saved (P-DRAFT-3). */
export const DRAFTS_PREFIX = 'atalaia.draft.'

/** Prefix of the {@link DRAFTS_PREFIX} keys of one account. Its address cannot be read in it. */
export const draftsPrefixOf = (email: string): string => `${DRAFTS_PREFIX}${accountMark(email)}.`

/** Distinguishes accounts in this browser without their addresses. */
export const accountMark = (email: string): string => fingerprint(email.toLowerCase())

/** FNV-1a, 32 bits, in base 36. */
const fingerprint = (text: string): string => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Session storage key: a token from the address, until the shell reads it. */
export const OFFERED_TOKEN_KEY = 'atalaia.offered-token'

/** Cookie that marks a session. Its value is `1`, never the token. */
export const SESSION_COOKIE = 'token'
