import { isAddress, normalAddress } from '../address.ts'
import { normalDomain, REMOTE_SCOPES, TOKEN_EXCHANGE, type Operation } from '@atalaia/contracts'
import { OWNER_KEY_SCOPES } from '@atalaia/contracts/api-keys'
import { isOfWholeOrganisation, PORTAL_SCOPES, type PortalScope } from '@atalaia/contracts/portal-scopes'
import { NO_ROWS, type RowLimit } from './tenancy.ts'

/** Operations that a portal's token may have (M-EMBED-41). */
export const scopes = PORTAL_SCOPES
export type Scope = PortalScope

export const remoteScopes = [TOKEN_EXCHANGE.wholeApi, ...REMOTE_SCOPES] as const
export type RemoteTokenScope = (typeof remoteScopes)[number]

/**
 * True where `dashboard` opens an operation: for its pages alone, never for accounts, organisations
 * or people.
 */
const DASHBOARD: Readonly<Record<Operation, boolean>> = {
  'leaks:read': true,
  'addresses:write': true,
  'cases:read': true,
  'cases:change': true,
  'notices:send': true,
  'incidents:read': true,
  'incidents:write': true,
  'incidents:remove': true,
  'reports:make': true,
  'domains:read': true,
  'domains:write': true,
  'alerts:own': true,
  'first-steps:own': true,
  'webhooks:write': true,
  'account:own': false,
  'account:secure': false,
  'account:credentials': false,
  'members:read': false,
  'members:write': false,
  'members:invite': false,
  'origins:read': false,
  'origins:write': false,
  'organisation:write': false,
  'organisation:credentials': false,
  'ownership:write': false,
  'audit:read': false,
  'installation:operate': false,
}

/** Reads one or more known words; `undefined` otherwise. */
export const parseRemoteScopes = (text: string): readonly RemoteTokenScope[] | undefined => {
  const words = text.split(' ')
  const known = remoteScopes.filter((scope) => words.includes(scope))
  return words.every((word) => known.some((scope) => scope === word)) ? known : undefined
}

export const opensRoute = (
  granted: readonly RemoteTokenScope[],
  { scope, operation }: { readonly scope?: Scope | undefined; readonly operation?: Operation | undefined },
): boolean =>
  granted.some((own) => {
    if (own === TOKEN_EXCHANGE.wholeApi) return true
    return own === 'dashboard' ? operation !== undefined && DASHBOARD[operation] : own === scope
  })

/** Operations of API keys (M-KEY-2): owners' scopes, and the operator's alone (M-KEY-5). */
export const keyScopes = [...OWNER_KEY_SCOPES, 'scim:write'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Operations, and the addresses that they reach. */
export type Grant<Name extends string = Scope> = { readonly scopes: readonly Name[]; readonly rows: RowLimit }

export const NO_GRANT: Grant<never> = { scopes: [], rows: NO_ROWS }

export type ParsedGrant<Name extends string = Scope> =
  | { readonly ok: true; readonly grant: Grant<Name> }
  /** `reason` is for developers, in OAuth's characters for descriptions. */
  | { readonly ok: false; readonly reason: string }

/** Longest scope in characters: each call carries it in its token. */
export const MAX_SCOPE_LENGTH = 4000
/** Addresses and domains of one scope. */
export const MAX_SCOPE_ROWS = 100
const MAX_SHOWN_LENGTH = 80

const spelledDomain = (text: string) => normalDomain(text.trim()) ?? text.trim().toLowerCase()
const isLimit = (word: string) => /^(address|domain):/.test(word)

const shown = (word: string) => word.slice(0, MAX_SHOWN_LENGTH).replaceAll(/[^\x20-\x7E]|["\\]/g, '?')

const faultOf = (word: string, names: readonly string[]): string | undefined => {
  const text = word.slice(word.indexOf(':') + 1)
  if (word.startsWith('address:'))
    // Signs that an address may have, and that somebody who writes a scope means as a wildcard.
    return isAddress(text) && !/[*%]/.test(text) ? undefined : `${shown(word)} names no e-mail address`
  if (word.startsWith('domain:'))
    return normalDomain(text.trim()) !== undefined ? undefined : `${shown(word)} names no domain`
  return names.includes(word)
    ? undefined
    : `${shown(word)} is no scope; there are ${names.join(', ')}, address:NAME@DOMAIN and domain:DOMAIN`
}

const limitOf = (words: readonly string[]): RowLimit => {
  const named = (kind: 'address:' | 'domain:', spelled: (text: string) => string) =>
    [...new Set(words.flatMap((word) => (word.startsWith(kind) ? [spelled(word.slice(kind.length))] : [])))]
      // One order, so that the same rights have the same text.
      .toSorted()
  const [addresses, domains] = [named('address:', normalAddress), named('domain:', spelledDomain)]
  return addresses.length + domains.length === 0 ? 'all' : { addresses, domains }
}

/**
 * Reads a scope (RFC 6749 section 3.3): operations of `names`, then limits `address:NAME@DOMAIN`
 * and `domain:DOMAIN`. One unknown or malformed word makes it invalid (M-EMBED-25).
 */
const parse = <Name extends string>(text: string, names: readonly Name[]): ParsedGrant<Name> => {
  if (text.length > MAX_SCOPE_LENGTH) return { ok: false, reason: `more than ${MAX_SCOPE_LENGTH} characters` }
  const words = text.split(' ').filter((word) => word !== '')
  const fault = words.map((word) => faultOf(word, names)).find((found) => found !== undefined)
  if (fault !== undefined) return { ok: false, reason: fault }
  if (words.filter(isLimit).length > MAX_SCOPE_ROWS)
    return { ok: false, reason: `more than ${MAX_SCOPE_ROWS} addresses and domains` }
  const operations = names.filter((name) => words.includes(name))
  if (operations.length === 0) return { ok: false, reason: `no operation; name ${names.join(' or ')}` }
  const whole = operations.find(isOfWholeOrganisation)
  if (whole !== undefined && words.some(isLimit))
    return { ok: false, reason: `${whole} reaches the whole organisation, and goes with no address: or domain:` }
  return { ok: true, grant: { scopes: operations, rows: limitOf(words) } }
}

export const parseScopes = (text: string): ParsedGrant => parse(text, scopes)
export const parseKeyScopes = (text: string): ParsedGrant<KeyScope> => parse(text, keyScopes)

export const scopeWords = ({ scopes: operations, rows }: Grant<string>): readonly string[] =>
  rows === 'all'
    ? operations
    : [
        ...operations,
        ...rows.addresses.map((address) => `address:${address}`),
        ...rows.domains.map((domain) => `domain:${domain}`),
      ]
