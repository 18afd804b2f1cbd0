import { layoutOf, roleOf, rowOfFields, type Role } from './columns.ts'
import { isAddress } from '../../base/address.ts'
import type { ParsedRow } from './line-parser.ts'

/** Deeper values are not looked at. */
const MAX_DEPTH = 16
const MAX_KNOWN_NAMES = 10_000
/** Later objects of a list are rows of their own. */
const MAX_ENTRIES = 2000

type Entry = readonly [string, string | undefined]
type Members = Readonly<Record<string, unknown>>
type Row = { readonly entries: Entry[]; readonly apart: unknown[] }

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

const roles = new Map<string, Role | undefined>()

const roleOfName = (name: string): Role | undefined => {
  if (!roles.has(name)) {
    if (roles.size >= MAX_KNOWN_NAMES) roles.clear()
    roles.set(name, roleOf(name))
  }
  return roles.get(name)
}

const isOfCredential = (role: Role | undefined): boolean =>
  role === 'email' || role === 'login' || role === 'password' || role === 'hash' || role === 'website'
const isSecret = (role: Role | undefined): boolean => role === 'password' || role === 'hash'

const isLoginRole = (role: Role | undefined): boolean => role === 'email' || role === 'login' || role === 'username'
const isLogin = ([name, text]: Entry): boolean => isLoginRole(roleOfName(name)) && text !== undefined && isAddress(text)

const hasSecret = (entries: readonly Entry[]): boolean => entries.some(([name]) => isSecret(roleOfName(name)))

const NAMING = ['designation', 'type', 'label', 'name', 'key', 'field', 'id', 'title']

/** `{"type": "password", "value": "x"}`. */
const labelled = (value: Members): Entry | undefined => {
  const text = textOf(value['value'])
  if (text === undefined) return undefined
  const name = NAMING.map((naming) => textOf(value[naming])).find((each) => each !== undefined && roleOfName(each))
  return name === undefined ? undefined : [name, text]
}

const PLAIN_MEMBER = /^(?:value|address|text|plain)$/i

const listMembers = (name: string, items: readonly unknown[], row: Row, depth: number): void => {
  const isPart = isOfCredential(roleOfName(name))
  for (const item of items) {
    const pair = isObject(item) ? labelled(item) : undefined
    if (pair !== undefined) row.entries.push(pair)
    else if (isPart && isObject(item) && row.entries.length < MAX_ENTRIES) merge(item, row, depth + 1, name)
    else if (isPart && !Array.isArray(item) && !isObject(item)) row.entries.push([name, textOf(item)])
    else row.apart.push(item)
  }
}

const ofAddress = (email: string, value: unknown): unknown[] =>
  [value].flat().map((each: unknown) => (isObject(each) ? { email, ...each } : { email, password: textOf(each) }))

/** Objects in an object are parts of one row, unless several of them have a login. */
const mergeObjects = (objects: readonly (readonly [string, Members])[], row: Row, depth: number): void => {
  const parts = objects.map(([name, value]) => ({ value, part: rowOf(value, depth + 1, name) }))
  const own = row.entries
  const withLogin = new Set(parts.filter(({ part }) => part.entries.some(isLogin)))
  const isShared = hasSecret(own) && ![...withLogin].some(({ part }) => hasSecret(part.entries))
  const areRows = own.some(isLogin) || (withLogin.size > 1 && !isShared)
  for (const each of parts)
    if (areRows && withLogin.has(each)) row.apart.push(each.value)
    else {
      // A spread of very many would not fit on the stack.
      for (const entry of each.part.entries) row.entries.push(entry)
      for (const value of each.part.apart) row.apart.push(value)
    }
}

const merge = (value: Members, row: Row, depth: number, owner: string): void => {
  const objects: (readonly [string, Members])[] = []
  const isPart = isOfCredential(roleOfName(owner))
  for (const [own, member] of Object.entries(value)) {
    const name = isPart && PLAIN_MEMBER.test(own) ? owner : own
    const pair = isObject(member) ? labelled(member) : undefined
    if (own.includes('@') && isAddress(own)) row.apart.push(...ofAddress(own, member))
    else if (pair !== undefined) row.entries.push(pair)
    else if (depth >= MAX_DEPTH && typeof member === 'object') continue
    else if (isObject(member)) objects.push([name, member])
    else if (Array.isArray(member)) listMembers(name, member, row, depth)
    else row.entries.push([name, textOf(member)])
  }
  if (objects.length > 0) mergeObjects(objects, row, depth)
}

const rowOf = (value: Members, depth: number, owner = ''): Row => {
  const row: Row = { entries: [], apart: [] }
  merge(value, row, depth, owner)
  return row
}

const rowOfEntries = (entries: readonly Entry[]): ParsedRow | undefined => {
  const named = entries.map(([name]) => roleOfName(name))
  const address = named.includes('email') ? -1 : entries.findIndex(([, text]) => text !== undefined && isAddress(text))
  const all = named.map((role, index) => (index === address ? 'email' : role))
  if (!all.some((role) => role === 'email' || isSecret(role))) return undefined
  const layout = layoutOf(all)
  const texts = entries.map(([, text]) => text)
  return layout && rowOfFields(texts, layout)
}

const isOnlyAddress = (row: ParsedRow | undefined): boolean =>
  row?.kind === 'credential' && row.credential.secret === undefined

const addressIn = (row: ParsedRow): string | undefined =>
  row.kind === 'credential' ? row.credential.address : undefined

/** `logins`: of the object around; objects without logins take them (M-IMPORT-61). */
const rowsIn = (value: unknown, logins: readonly Entry[], depth: number): ParsedRow[] => {
  if (depth > MAX_DEPTH) return []
  if (typeof value === 'string') return isAddress(value) ? [rowOfEntries([['email', value]]) ?? []].flat() : []
  if (Array.isArray(value)) return value.flatMap((item) => rowsIn(item, logins, depth + 1))
  if (!isObject(value)) return []
  const { entries, apart } = rowOf(value, depth)
  const own = entries.filter(isLogin)
  const inherits = hasSecret(entries) && !entries.some(([name, text]) => text && isLoginRole(roleOfName(name)))
  const row = rowOfEntries(inherits ? [...logins, ...entries] : entries)
  const inner = apart.flatMap((each) => rowsIn(each, own.length > 0 ? own : logins, depth + 1))
  // The rows of its parts say more than its address alone.
  if (row === undefined || (isOnlyAddress(row) && inner.some((each) => addressIn(each) === addressIn(row))))
    return inner
  return [row, ...inner]
}

/** An object with a login is a row. */
export const rowsInJson = (value: unknown): ParsedRow[] => rowsIn(value, [], 0)
