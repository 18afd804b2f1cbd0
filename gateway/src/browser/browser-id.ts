import { randomBytes } from 'node:crypto'
import { readCookie, writeCookie } from './cookies.ts'
import { sign, unsign } from './sign.ts'

const COOKIE = 'atalaia_browser'
const YEAR = 31_536_000

/** The browser's id, when the gateway itself gave it. */
export const readBrowser = (cookies: string | undefined, secret: string): string | undefined => {
  const signed = readCookie(cookies, COOKIE)
  return signed === undefined ? undefined : unsign(signed, COOKIE, secret)
}

export const newBrowser = (secret: string, secure: boolean): { readonly id: string; readonly cookie: string } => {
  const id = randomBytes(16).toString('hex')
  return { id, cookie: writeCookie(COOKIE, sign(id, COOKIE, secret), { secure, maxAge: YEAR }) }
}
