import { DATA_KINDS, type DataKind, type Secret } from './credential.ts'
import { hashOf, hashTypeOf, secretOf } from './hash-type.ts'
import { credentialRow, rejected, rowOf, type ParsedRow } from './line-parser.ts'
import { isAddress } from '../../base/address.ts'
import { normalEmailAddress } from '@atalaia/contracts/email-address'

const ROLES = ['email', 'login', 'password', 'hash', 'salt', 'website'] as const
export type Role = (typeof ROLES)[number] | DataKind

/** Lower case; only letters and digits (M-IMPORT-16, M-IMPORT-60). */
const NAMES: readonly (readonly [Role, RegExp])[] = [
  [
    'email',
    /^(?:(?:user|login|item|primary|secondary|recovery|backup|alternat(?:e|ive)|other|customer|contact|account|personal|work|business|billing|paypal)?e?mails?(?:address(?:es)?|addr|adresse|id)?\d?|enderecoe?mail|adress?ee?mail|correo(?:electronico)?|courriel|(?:электронная)?почта|(?:电子)?(?:邮箱|邮件))$/,
  ],
  [
    'hash',
    /(?:passw?o?r?d?|pwd|senha).*(?:hash|digest|crypt|md5|sha\d*)|^(?:hash|hashedpassw?o?r?d?|(?:md5|sha\d*)(?:passw?o?r?d?)?|passhash|b?crypt|cryptedpassword|encryptedpassword)/,
  ],
  ['salt', /salt$/],
  [
    'password',
    /^(?:(?:user|login|plain|account|item|websitepassword)?(?:passwords?|passw?d?|pwd|senhas?|contrasena|clave|passwort|kennwort|motdepasse|mdp|пароль|密[码碼])(?:plain|clear|text)?|plaintext(?:password)?)$/,
  ],
  [
    'website',
    /^(?:(?:web|login|website|websitepassword|password|action|origin|signon|match|form)?ur[il]s?|web(?:seite|adresse)?|(?:web)?sites?(?:web|address)?|siti?o(?:web)?|host|hostname|domain|origin|link|саит|网[址站])$/,
  ],
  ['cpf', /^(?:nr|num|numero)?cpf(?:cnpj)?$/],
  [
    'phone',
    /^(?:tele?(?:phone|fone)?|(?:home|work|mobile|cell)?phone(?:number|no|1)?|mobile(?:number)?|cel(?:ular)?|fone|whatsapp)$/,
  ],
  ['birth-date', /^(?:dob|birth(?:day|date)?|dateofbirth|(?:dt|data)(?:de)?nasc(?:imento)?|nascimento)$/],
  [
    'ip-address',
    /^(?:(?:last|reg|login|signup|created|current|registration|lastlogin)?ip(?:address|addr)?|remoteaddr)$/,
  ],
  ['card', /^(?:(?:credit)?card(?:number|no)?|cc(?:number|num)?|cartao|numerocartao)$/],
  [
    'postal-address',
    /^(?:(?:street|home|postal|shipping|billing|mailing)?address(?:line)?[12]?|street|endereco|logradouro|rua|zip(?:code)?|postalcode|cep)$/,
  ],
  ['name', /^(?:(?:first|last|full|sur|given|family|real|customer|middle)?name|nome(?:completo)?|sobrenome)$/],
  [
    'login',
    /^(?:login|user|userid|usr|usuario|account|userlogin|loginname|no(?:m|me|mbre)(?:de|d)?(?:usuario|utilisateur|utente)|utilisateur|utente|benutzer(?:name)?|identifiant|логин|用户名|[账帐]号)$/,
  ],
  [
    'username',
    /^(?:(?:login|item|website(?:password)?)?username\d?|nick(?:name)?|screenname|displayname|handle|membername)$/,
  ],
]

const MAX_NAME_LENGTH = 100

const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '')

export const roleOf = (name: string): Role | undefined => {
  if (name.length > MAX_NAME_LENGTH) return undefined
  const plain = plainName(name)
  return NAMES.find(([, names]) => names.test(plain))?.[0]
}

export const rolesOf = (names: readonly string[]): (Role | undefined)[] => {
  const roles = names.map(roleOf)
  const has = (role: Role) => roles.includes(role)
  // Password managers call an entry's title its name.
  const isVault = has('website') && has('password') && !has('email')
  return isVault ? roles.map((role, index) => (plainName(names[index] ?? '') === 'name' ? undefined : role)) : roles
}

/** Columns of each part. `kinds`: data outside the credential. */
export type Layout = {
  readonly logins: readonly number[]
  readonly passwords: readonly number[]
  readonly hashes: readonly number[]
  readonly salt: number | undefined
  readonly websites: readonly number[]
  readonly kinds: readonly (readonly [number, DataKind])[]
}

export const isKind = (role: Role | undefined): role is DataKind => DATA_KINDS.some((kind) => kind === role)

/** `undefined`: no column of logins. */
export const layoutOf = (roles: readonly (Role | undefined)[]): Layout | undefined => {
  const at = (...wanted: Role[]) =>
    wanted.flatMap((role) => roles.flatMap((each, index) => (each === role ? [index] : [])))
  const logins = at('email', 'login', 'username')
  if (logins.length === 0) return undefined
  return {
    logins,
    passwords: at('password'),
    hashes: at('hash'),
    salt: at('salt')[0],
    websites: at('website'),
    kinds: roles.flatMap((role, index) => (isKind(role) ? [[index, role] as const] : [])),
  }
}

/** Throws an error with the known words. */
export const rolesIn = (columns: string): (Role | undefined)[] =>
  columns.split(',').map((word) => {
    const name = word.trim()
    if (name === '-' || name === '') return undefined
    const role = [...ROLES, ...DATA_KINDS].find((each) => each === name)
    if (role !== undefined) return role
    throw new Error(`columns: there is no ${name}; there are ${[...ROLES, ...DATA_KINDS].join(', ')}, and - for others`)
  })

const EMPTY = new Set(['', 'NULL', 'null', '\\N'])
const LONGEST_EMPTY = 4

export const NO_KINDS: readonly DataKind[] = []
/** Millions of rows have a handful of sets. */
const kindSets = new Map<number, readonly DataKind[]>([[0, NO_KINDS]])

/** Sorted; equal sets share one array. */
export const kindsOf = (kinds: Iterable<DataKind>): readonly DataKind[] => {
  let mask = 0
  for (const kind of kinds) mask |= 1 << DATA_KINDS.indexOf(kind)
  const known = kindSets.get(mask)
  if (known !== undefined) return known
  const made = DATA_KINDS.filter((_kind, index) => (mask & (1 << index)) !== 0)
  kindSets.set(mask, made)
  return made
}

const secretsIn = (passwords: readonly string[], hashes: readonly string[], salt: string): Secret[] => {
  const [only = ''] = passwords
  const single = passwords.length === 1 ? secretOf(only) : undefined
  if (single?.kind === 'plain') return [single]
  const told = passwords.flatMap((password) => secretOf(password) ?? [])
  const plain = told.filter(({ kind }) => kind === 'plain')
  if (plain.length > 0) return plain
  return (told.length > 0 ? told.map(({ value }) => value) : hashes).flatMap((hash) => hashOf(hash, salt) ?? [])
}

/** Several in one field: `a@x.com; b@y.com`. */
const BETWEEN_ADDRESSES = /[\s,;|/]+/

const addressesIn = (login: string): string[] => {
  if (!login.includes('@')) return []
  const address = normalEmailAddress(login)
  if (address !== undefined) return [address]
  const parts = login
    .split(BETWEEN_ADDRESSES, MAX_PAIRS + 2)
    .filter(Boolean)
    .map((part) => normalEmailAddress(part))
  return parts.every((part) => part !== undefined) ? parts : []
}

/** Another website begins: `https://a.com,https://b.com`. */
const NEXT_WEBSITE = /[,;\s]{1,8}(?=[a-z][\w+.-]{0,40}:\/\/)/i
/** Bounds the rows of one row. */
const MAX_PAIRS = 1000

type Fields = readonly (string | undefined)[]

const textAt = (fields: Fields, index: number): string => {
  const field = fields[index]
  return field === undefined || (field.length <= LONGEST_EMPTY && EMPTY.has(field)) ? '' : field
}

const textsIn = (fields: Fields, columns: readonly number[]): string[] => {
  const texts: string[] = []
  for (const index of columns) {
    const text = textAt(fields, index)
    if (text !== '') texts.push(text)
  }
  return texts
}

const firstWebsite = (fields: Fields, columns: readonly number[]): string | undefined => {
  const [website] = textsIn(fields, columns)
  const isOne = website === undefined || website.indexOf('://') === website.lastIndexOf('://')
  return isOne ? website : website.split(NEXT_WEBSITE, 1)[0]
}

/**
 * Each address gets each password (M-IMPORT-61). An empty field, or a database's null, holds
 * nothing.
 */
export const rowOfFields = (fields: Fields, layout: Layout): ParsedRow => {
  const logins = textsIn(fields, layout.logins)
  const addresses = logins.length === 1 ? addressesIn(logins[0] ?? '') : logins.flatMap(addressesIn)
  const isOneAddress = logins.length === 1 && addresses.length === 1
  const kinds = layout.kinds.filter(([index, kind]) => {
    const text = textAt(fields, index)
    return text !== '' && (kind !== 'username' || !(isOneAddress || isAddress(text)))
  })
  const website = firstWebsite(fields, layout.websites)
  const beside = { website, kinds: kinds.length === 0 ? NO_KINDS : kindsOf(kinds.map(([, kind]) => kind)) }
  const salt = layout.salt === undefined ? '' : textAt(fields, layout.salt)
  const secrets = secretsIn(textsIn(fields, layout.passwords), textsIn(fields, layout.hashes), salt)
  const [secret, ...others] = secrets
  const [address, ...further] = addresses
  if (address === undefined) return rowOf(logins[0] ?? '', { secret, ...beside })
  const row = credentialRow(address, { secret, ...beside })
  if (row.kind !== 'credential' || (further.length === 0 && others.length === 0)) return row
  if (addresses.length * Math.max(secrets.length, 1) > MAX_PAIRS)
    return rejected('row has too many logins and passwords')
  const pairs = [...new Set(addresses)].flatMap((each) =>
    (secrets.length === 0 ? [undefined] : secrets).map((own) => ({ address: each, secret: own, ...beside })),
  )
  return { ...row, more: pairs.slice(1) }
}

export const credentialLayout = (names: readonly string[]): Layout | undefined => {
  const roles = rolesOf(names)
  const has = (...wanted: Role[]) => roles.some((role) => wanted.some((each) => each === role))
  return has('email') || has('password', 'hash') ? layoutOf(roles) : undefined
}

/** By the row's first address and first hash. */
export const layoutByLooking = (fields: readonly (string | undefined)[]): Layout | undefined => {
  const email = fields.findIndex((field) => field !== undefined && isAddress(field))
  const hash = fields.findIndex((field) => field !== undefined && hashTypeOf(field) !== undefined)
  const roles = fields.map((_field, index): Role | undefined => {
    if (index === email) return 'email'
    return index === hash ? 'hash' : undefined
  })
  return layoutOf(roles)
}
