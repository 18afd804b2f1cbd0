import { hash as digestOf } from 'node:crypto'
import { cleanSecret } from './clean-secret.ts'
import type { HashType, Secret } from './credential.ts'
import { hashOf, hashTypeOf, MIN_HASH_LENGTH, secretOf } from './hash-type.ts'
import { md4 } from './md4.ts'

type Digest = (text: string) => string
type Salted = (password: string, salt: string) => string

const md5: Digest = (text) => digestOf('md5', text)
const sha1: Digest = (text) => digestOf('sha1', text)
const sha256: Digest = (text) => digestOf('sha256', text)
const sha512: Digest = (text) => digestOf('sha512', text)

const UNSALTED: Partial<Record<HashType, readonly Digest[]>> = {
  md5: [md5, (text) => md4(Buffer.from(text, 'utf16le')), (text) => md5(md5(text))],
  sha1: [sha1],
  sha256: [sha256],
  sha512: [sha512],
  mysql: [(text) => `*${digestOf('sha1', digestOf('sha1', text, 'buffer'))}`],
}
const around = (digest: Digest): Salted[] => [
  (password, salt) => digest(password + salt),
  (password, salt) => digest(salt + password),
]
/** Forums hash twice: vBulletin, MyBB. */
const SALTED: Partial<Record<HashType, readonly Salted[]>> = {
  md5: [
    ...around(md5),
    (password, salt) => md5(md5(password) + salt),
    (password, salt) => md5(md5(salt) + md5(password)),
  ],
  sha1: around(sha1),
  sha256: around(sha256),
  sha512: around(sha512),
}
/** From its own column; passwords are shorter or have other signs. */
const LONG_SALT = /^(?:[\da-f]{12,}|[\w./+=-]{20,})$/i
const SALT = /^\S{1,64}$/

const isHashOf = (hash: string, type: HashType, password: string): boolean =>
  UNSALTED[type]?.some((digest) => digest(password) === hash.toLowerCase()) === true

const isSaltedHashOf = (hash: string, type: HashType, password: string, salt: string): boolean =>
  SALTED[type]?.some((digest) => digest(password, salt) === hash.toLowerCase()) === true

const plain = (value: string): Secret => ({ kind: 'plain', value })

const behindHash = (hash: string, type: HashType, rest: string, separator: string): Secret | undefined => {
  const password = cleanSecret(rest)
  if (password === '') return secretOf(hash)
  if (isHashOf(hash, type, password)) return plain(password)
  // Other forms contain their salt, so that a word behind them is the password.
  if (SALTED[type] === undefined) return LONG_SALT.test(password) ? secretOf(hash) : plain(password)
  const cut = rest.indexOf(separator)
  const [salt, last] = cut === -1 ? ['', ''] : [rest.slice(0, cut).trim(), cleanSecret(rest.slice(cut + 1))]
  if (cut !== -1 && isSaltedHashOf(hash, type, last, salt)) return plain(last)
  return SALT.test(password) ? hashOf(hash, password) : undefined
}

/**
 * All that follows a login: a password, or a hash with its password or salt on either side
 * (M-IMPORT-70). A password counts only if it has that hash.
 */
export const secretOfRest = (rest: string, separator: string): Secret | undefined => {
  const first = rest.length <= MIN_HASH_LENGTH ? -1 : rest.indexOf(separator)
  if (first === -1) return secretOf(rest)
  const head = rest.slice(0, first).trim()
  const type = hashTypeOf(head)
  if (type !== undefined) return behindHash(head, type, rest.slice(first + 1), separator) ?? secretOf(rest)
  const last = rest.lastIndexOf(separator)
  const hash = rest.slice(last + 1).trim()
  const lastType = hashTypeOf(hash)
  if (lastType === undefined) return secretOf(rest)
  const password = cleanSecret(rest.slice(0, last))
  if (password === '') return secretOf(hash)
  if (isHashOf(hash, lastType, password)) return plain(password)
  if (SALTED[lastType] === undefined) return plain(password)
  return SALT.test(password) ? hashOf(hash, password) : secretOf(rest)
}
