import { cleanSecret } from './clean-secret.ts'
import type { HashType, Secret } from './credential.ts'

const HEX_TYPES: Readonly<Record<number, 'md5' | 'sha1' | 'sha256' | 'sha512'>> = {
  32: 'md5',
  40: 'sha1',
  64: 'sha256',
  128: 'sha512',
}
/** Shortest hash below. */
export const MIN_HASH_LENGTH = 27
const HEX = /^[\da-f]+$/i
/** `digest:salt`, from forums. */
const SALTED = /^([\da-f]{32,128})[:$][^\s]{1,64}$/i
const SALT_FIRST = /^([^\s$:]{1,64})\$([\da-f]{32,128})$/i
/** `md5$salt$digest`, from Django. */
const DJANGO = /^(md5|sha1|sha256)\$[^$]{0,64}\$[\da-f]{32,64}$/i

/** Forms that name their kind. */
const FORMS: readonly (readonly [HashType, RegExp])[] = [
  ['bcrypt', /^(?:bcrypt\$)?\$2[abxy]?\$\d\d\$[./\w]{53}$/],
  ['argon2', /^(?:argon2)?\$argon2(?:i|d|id)\$/],
  ['scrypt', /^\$(?:scrypt|7|s0)\$/],
  ['pbkdf2', /^(?:\$pbkdf2|pbkdf2_sha|\{pbkdf2|sha(?:1|256|512):\d+:)/i],
  ['phpass', /^\$[PH]\$[./\w]{31}$/],
  ['md5-crypt', /^\$(?:1|apr1)\$[^$]{0,16}\$[./\w]{22}$/],
  ['sha256-crypt', /^\$5\$(?:rounds=\d+\$)?[^$]{0,16}\$[./\w]{43}$/],
  ['sha512-crypt', /^\$6\$(?:rounds=\d+\$)?[^$]{0,16}\$[./\w]{86}$/],
  ['ldap-sha1', /^\{s?sha\}[\w+/]{27,}={0,2}$/i],
  ['mysql', /^\*[\dA-F]{40}$/],
  ['mssql', /^0x0[12]00[\da-f]{48,}$/i],
]

/** `undefined`: a clear password (M-IMPORT-16). */
export const hashTypeOf = (text: string): HashType | undefined => {
  if (text.length < MIN_HASH_LENGTH) return undefined
  const bare = HEX_TYPES[text.length]
  if (bare !== undefined && HEX.test(text)) return bare
  const named = FORMS.find(([, form]) => form.test(text))
  if (named !== undefined) return named[0]
  const digest = HEX_TYPES[SALTED.exec(text)?.[1]?.length ?? 0]
  if (digest !== undefined) return `${digest}-salted`
  const django = DJANGO.exec(text)?.[1]?.toLowerCase()
  return django === 'md5' || django === 'sha1' || django === 'sha256' ? `${django}-salted` : undefined
}

/** `undefined`: `text` means no password. */
export const secretOf = (text: string): Secret | undefined => {
  const value = cleanSecret(text)
  if (value === '') return undefined
  const type = hashTypeOf(value)
  if (type !== undefined) return { kind: 'hash', type, value }
  const [, salt, digest] = value.length < MIN_HASH_LENGTH ? [] : (SALT_FIRST.exec(value) ?? [])
  if (salt !== undefined && digest !== undefined && hashTypeOf(digest) !== undefined) return hashOf(digest, salt)
  return { kind: 'plain', value }
}

export const hashOf = (given: string, salt: string): Secret | undefined => {
  const text = cleanSecret(given)
  if (text === '') return undefined
  const type = hashTypeOf(text) ?? 'unknown'
  if (salt === '') return { kind: 'hash', type, value: text }
  const digest = HEX_TYPES[text.length]
  return { kind: 'hash', type: digest === type ? `${digest}-salted` : type, value: `${text}:${salt}` }
}
