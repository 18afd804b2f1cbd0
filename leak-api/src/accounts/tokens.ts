import { jwtVerify, SignJWT } from 'jose'
import { object, string } from 'zod/mini'
import type { Clock } from '../clock.ts'

const LIFETIME_SECONDS = 8 * 60 * 60
const ALGORITHM = 'HS256'
const claimsSchema = object({ sub: string(), uid: string() })

/** Whom a token is about. `accountId` tells an account from a later one with the same address. */
export type TokenSubject = { readonly email: string; readonly accountId: string }

export type Tokens = {
  /** A token for 8 hours; `sub` is the e-mail address. */
  issue(subject: TokenSubject): Promise<string>
  /** `undefined` for a token that is expired, forged or unreadable. */
  read(token: string): Promise<TokenSubject | undefined>
}

export const createTokens = (key: Uint8Array, clock: Clock): Tokens => ({
  issue: ({ email, accountId }) => {
    const now = Math.floor(clock().getTime() / 1000)
    return new SignJWT({ uid: accountId })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setSubject(email)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME_SECONDS)
      .sign(key)
  },
  read: async (token) => {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: clock() })
      const { sub, uid } = claimsSchema.parse(payload)
      return { email: sub, accountId: uid }
    } catch {
      return undefined
    }
  },
})
