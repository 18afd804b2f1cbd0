import { isAddress, MAX_ADDRESS_LENGTH, normalAddress } from '../address.ts'
import { NO_ROWS, type RowLimit } from './tenancy.ts'

/** The operations that a portal's token may carry out. */
export const scopes = ['leaks:read', 'emails:add'] as const
export type Scope = (typeof scopes)[number]

/** The rights of a client or of a token: operations, and the addresses that they reach. */
export type Grant = { readonly scopes: readonly Scope[]; readonly rows: RowLimit }

export const NO_GRANT: Grant = { scopes: [], rows: NO_ROWS }

export type ParsedGrant =
  | { readonly ok: true; readonly grant: Grant }
  /** `reason` is for developers, in the characters that OAuth allows in a description. */
  | { readonly ok: false; readonly reason: string }

/** Characters of the longest scope: a token carries it in each call. */
export const MAX_SCOPE_LENGTH = 4000
/** Addresses and domains that one scope may name. */
export const MAX_SCOPE_ROWS = 100
const MAX_SHOWN_LENGTH = 80

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)
const isLimit = (word: string) => /^(address|domain):/.test(word)
const isDomain = (text: string) => isAddress(`a@${text}`)

const shown = (word: string) => word.slice(0, MAX_SHOWN_LENGTH).replaceAll(/[^\x20-\x7E]|["\\]/g, '?')

const faultOf = (word: string): string | undefined => {
  const text = normalAddress(word.slice(word.indexOf(':') + 1))
  if (word.startsWith('address:'))
    return isAddress(text) && text.length <= MAX_ADDRESS_LENGTH ? undefined : `${shown(word)} names no e-mail address`
  if (word.startsWith('domain:'))
    return isDomain(text) && text.length <= MAX_ADDRESS_LENGTH ? undefined : `${shown(word)} names no domain`
  return isScope(word)
    ? undefined
    : `${shown(word)} is no scope; there are ${scopes.join(', ')}, address:NAME@DOMAIN and domain:DOMAIN`
}

const limitOf = (words: readonly string[]): RowLimit => {
  const named = (kind: 'address:' | 'domain:') =>
    [...new Set(words.flatMap((word) => (word.startsWith(kind) ? [normalAddress(word.slice(kind.length))] : [])))]
      // One order, so that the same rights have the same text.
      .toSorted()
  const [addresses, domains] = [named('address:'), named('domain:')]
  return addresses.length + domains.length === 0 ? 'all' : { addresses, domains }
}

/**
 * Reads a scope (RFC 6749 section 3.3): operations, and after them any number of `address:NAME@DOMAIN` and
 * `domain:DOMAIN`, which limit them to those addresses. A scope with one word that is unknown or malformed is refused.
 */
export const parseScopes = (text: string): ParsedGrant => {
  if (text.length > MAX_SCOPE_LENGTH) return { ok: false, reason: `more than ${MAX_SCOPE_LENGTH} characters` }
  const words = text.split(' ').filter((word) => word !== '')
  const fault = words.map(faultOf).find((found) => found !== undefined)
  if (fault !== undefined) return { ok: false, reason: fault }
  if (words.filter(isLimit).length > MAX_SCOPE_ROWS)
    return { ok: false, reason: `more than ${MAX_SCOPE_ROWS} addresses and domains` }
  const operations = scopes.filter((scope) => words.includes(scope))
  if (operations.length === 0) return { ok: false, reason: `no operation; name ${scopes.join(' or ')}` }
  return { ok: true, grant: { scopes: operations, rows: limitOf(words) } }
}

/** The words of a grant, as {@link parseScopes} reads them. */
export const scopeWords = ({ scopes: operations, rows }: Grant): readonly string[] =>
  rows === 'all'
    ? operations
    : [
        ...operations,
        ...rows.addresses.map((address) => `address:${address}`),
        ...rows.domains.map((domain) => `domain:${domain}`),
      ]
