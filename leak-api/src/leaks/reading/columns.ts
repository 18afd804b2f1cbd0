import { DATA_KINDS, type DataKind, type Secret } from './credential.ts'
import { hashOf, hashTypeOf, secretOf } from './hash-type.ts'
import { rowOf, type ParsedRow } from './line-parser.ts'
import { isAddress } from '../../base/address.ts'

const ROLES = ['email', 'login', 'password', 'hash', 'salt', 'website'] as const
export type Role = (typeof ROLES)[number] | DataKind

/** Lower case, letters and digits alone (M-IMPORT-16). */
const NAMES: readonly (readonly [Role, RegExp])[] = [
  [
    'email',
    /^(?:(?:user|login|primary|customer|contact|account)?e?mail(?:address|addr|id|1)?|enderecoe?mail|correo(?:electronico)?)$/,
  ],
  [
    'hash',
    /(?:passw?o?r?d?|pwd|senha).*(?:hash|digest|crypt|md5|sha\d*)|^(?:hash|hashedpassw?o?r?d?|(?:md5|sha\d*)(?:passw?o?r?d?)?|passhash|cryptedpassword|encryptedpassword)/,
  ],
  ['salt', /salt$/],
  [
    'password',
    /^(?:(?:user|login|plain|account)?(?:password|passw?d?|pwd|senha|contrasena)(?:plain|clear|text)?|plaintext(?:password)?)$/,
  ],
  ['website', /^(?:url|uri|website|site|host|hostname|domain|origin|originurl|actionurl|loginuri|link)$/],
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
  ['login', /^(?:login|user|userid|usr|usuario|account|userlogin|loginname)$/],
  ['username', /^(?:username|nick(?:name)?|screenname|displayname|handle|membername)$/],
]

const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')

export const roleOf = (name: string): Role | undefined => {
  const plain = plainName(name)
  return NAMES.find(([, names]) => names.test(plain))?.[0]
}

/** `kinds`: data outside the credential. */
export type Layout = {
  readonly logins: readonly number[]
  readonly password: number | undefined
  readonly hash: number | undefined
  readonly salt: number | undefined
  readonly website: number | undefined
  readonly kinds: readonly (readonly [number, DataKind])[]
}

export const isKind = (role: Role | undefined): role is DataKind => DATA_KINDS.some((kind) => kind === role)

/** `undefined`: no column of logins. */
export const layoutOf = (roles: readonly (Role | undefined)[]): Layout | undefined => {
  const at = (wanted: Role) => {
    const index = roles.indexOf(wanted)
    return index === -1 ? undefined : index
  }
  // A user name may be an address, where there is no column of addresses.
  const logins = (['email', 'login', 'username'] as const).flatMap((role) =>
    roles.flatMap((each, index) => (each === role ? [index] : [])),
  )
  if (logins.length === 0) return undefined
  return {
    logins,
    password: at('password'),
    hash: at('hash'),
    salt: at('salt'),
    website: at('website'),
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

export const NO_KINDS: readonly DataKind[] = []
/** One array per set: millions of rows have a handful of sets. */
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

const secretIn = (password: string, hash: string, salt: string): Secret | undefined => {
  const secret = secretOf(password)
  return secret?.kind === 'plain' ? secret : hashOf(secret?.value ?? hash, salt)
}

/** An empty field, or a database's word for null, holds nothing. */
export const rowOfFields = (fields: readonly (string | undefined)[], layout: Layout): ParsedRow => {
  const text = (index: number | undefined) => {
    const field = index === undefined ? undefined : fields[index]
    return field === undefined || EMPTY.has(field) ? '' : field
  }
  const logins = layout.logins.map(text)
  const login = logins.find((each) => isAddress(each)) ?? logins.find((each) => each !== '') ?? ''
  const kinds = layout.kinds.filter(
    ([index, kind]) => text(index) !== '' && (kind !== 'username' || text(index) !== login),
  )
  return rowOf(login, {
    secret: secretIn(text(layout.password), text(layout.hash), text(layout.salt)),
    website: text(layout.website) === '' ? undefined : text(layout.website),
    kinds: kinds.length === 0 ? NO_KINDS : kindsOf(kinds.map(([, kind]) => kind)),
  })
}

export const credentialLayout = (names: readonly string[]): Layout | undefined => {
  const roles = names.map(roleOf)
  const has = (...wanted: Role[]) => roles.some((role) => wanted.some((each) => each === role))
  return has('email') || has('password', 'hash') ? layoutOf(roles) : undefined
}

/** Goes by the row's first address and first hash. */
export const layoutByLooking = (fields: readonly (string | undefined)[]): Layout | undefined => {
  const email = fields.findIndex((field) => field !== undefined && isAddress(field))
  const hash = fields.findIndex((field) => field !== undefined && hashTypeOf(field) !== undefined)
  const roles = fields.map((_field, index): Role | undefined => {
    if (index === email) return 'email'
    return index === hash ? 'hash' : undefined
  })
  return layoutOf(roles)
}
