import { jwtDecode } from 'jwt-decode'

/** Why the portal is asked for a token. */
export type TokenReason = 'initial' | 'expired' | 'unauthorized'
export type GetToken = (reason: TokenReason) => string | Promise<string>

export type TokenOutcome =
  | { readonly ok: true; readonly token: string }
  /** `refused`: the portal was asked and gave none; `none`: there is nobody to ask. */
  | { readonly ok: false; readonly why: 'none' | 'refused'; readonly message: string }

/** When a token ends, in milliseconds since the epoch; `undefined` for one that does not say. */
export const expiryOf = (token: string): number | undefined => {
  try {
    const { exp } = jwtDecode(token)
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

export const hasExpired = (token: string): boolean => (expiryOf(token) ?? Number.POSITIVE_INFINITY) <= Date.now()

/** Asks the portal for a token. Never throws: the portal's code is not ours. */
export const askForToken = async (getToken: GetToken | null, reason: TokenReason): Promise<TokenOutcome> => {
  if (!getToken) return { ok: false, why: 'none', message: 'there is no getToken to ask for another token' }
  try {
    const token: unknown = await getToken(reason)
    if (typeof token === 'string' && token !== '') return { ok: true, token }
    return { ok: false, why: 'refused', message: `getToken('${reason}') gave no token` }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { ok: false, why: 'refused', message: `getToken('${reason}') failed: ${detail}` }
  }
}
