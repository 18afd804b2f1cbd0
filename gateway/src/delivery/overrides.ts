import { hasTooManyValues, MAX_DESCRIPTOR_BYTES } from '@atalaia/artifact'
import {
  DESCRIPTOR_FILE,
  descriptorSchema,
  QUERY_PARAMETERS,
  remoteBase,
  remoteNameSchema,
  type Descriptor,
  type ReleaseRemote,
} from '@atalaia/contracts'
import { fetchForeign, withoutSlashesAtEnd, type ForeignAddresses } from '@atalaia/server'
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import { array, boolean, number, object, optional, string, type infer as Infer, type ZodMiniType } from 'zod/mini'
import { unbuiltDescriptor } from '../registry/storage/artifact.ts'

const macOf = (value: string, purpose: string, secret: KeyObject) =>
  createHmac('sha256', secret).update(`${purpose}\n${value}`)

/** Signs `value` (HMAC-SHA256) for one purpose. The value must not contain a dot. */
export const sign = (value: string, purpose: string, secret: KeyObject): string =>
  `${value}.${macOf(value, purpose, secret).digest('base64url')}`

export const unsign = (signed: string, purpose: string, secret: KeyObject): string | undefined => {
  const [value, mac, ...rest] = signed.split('.')
  if (value === undefined || mac === undefined || rest.length > 0) return undefined
  const [expected, given] = [macOf(value, purpose, secret).digest(), Buffer.from(mac, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
}

const overrideSchema = object({ remote: remoteNameSchema, url: string() })
/** A remote that one browser takes from another address. `url` has no final slash. */
export type Override = Infer<typeof overrideSchema>

export const QUESTION_TIMEOUT_S = 600

const linkSchema = object({ overrides: array(overrideSchema), until: number() })

/** `until`: milliseconds since 1970. Absent for overrides without an end. */
const grantSchema = object({ overrides: array(overrideSchema), until: optional(number()), session: boolean() })
/**
 * Overrides that a person accepted. `session`: the person accepted them with an active session
 * (M-OVERRIDE-8).
 */
export type Grant = Infer<typeof grantSchema>

const consentSchema = object({ grant: grantSchema, clean: string(), nonce: string(), ends: number() })
/**
 * A question to one browser: the grant after a yes, the address behind it (path and query), a
 * nonce, and its end.
 */
export type ConsentQuestion = Infer<typeof consentSchema>

const LINK = 'override-key'
const CONSENT = 'override-consent'
export const OVERRIDES_COOKIE = 'atalaia_overrides'

/**
 * Parses `mfe-analytics@http://localhost:4102` and normalises the address. An address with a user
 * name, a query or a fragment is refused: it may imitate another server.
 */
export const parseOverride = (text: string): Override | undefined => {
  const at = text.indexOf('@')
  const address = text.slice(at + 1)
  if (at < 1 || !URL.canParse(address)) return undefined
  const { protocol, username, password, search, hash, origin, pathname } = new URL(address)
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}${hash}` !== '') return undefined
  const parsed = overrideSchema.safeParse({ remote: text.slice(0, at), url: withoutSlashesAtEnd(origin + pathname) })
  return parsed.success ? parsed.data : undefined
}

const LOOPBACK_NAMES = ['127.0.0.1', '[::1]']
export const isLoopbackName = (hostname: string): boolean => ['localhost', ...LOOPBACK_NAMES].includes(hostname)

/** Unifies the names of this machine: a link for `localhost` also means `127.0.0.1`. */
const placeOf = (url: string): string => {
  const place = new URL(url)
  if (LOOPBACK_NAMES.includes(place.hostname)) place.hostname = 'localhost'
  return place.href
}

export const seal = (value: unknown, purpose: string, secret: KeyObject): string =>
  sign(Buffer.from(JSON.stringify(value)).toString('base64url'), purpose, secret)

export const unseal = <Schema extends ZodMiniType>(schema: Schema, sealed: string | undefined, key: SealKey) => {
  const value = sealed === undefined ? undefined : unsign(sealed, key.purpose, key.secret)
  if (value === undefined) return undefined
  try {
    return schema.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

type SealKey = { readonly purpose: string; readonly secret: KeyObject }

/** True when the grant takes this version from its preview address (M-OVERRIDE-11). */
export const isPreviewOf = (grant: Grant, name: string, version: string): boolean =>
  grant.overrides.some(
    ({ remote, url }) => remote === name && `${new URL(url).pathname}/` === remoteBase(name, version),
  )

/** Makes the key of an override link for one remote, one address and one end (M-OVERRIDE-2). */
export const makeOverrideKey = (override: Override, until: number, secret: KeyObject): string =>
  seal({ overrides: [override], until }, LINK, secret)

/** Returns the grant when its signature is valid and it has not ended (M-OVERRIDE-1). */
export const readGrant = (cookie: string | undefined, secret: KeyObject): Grant | undefined => {
  const grant = unseal(grantSchema, cookie, { purpose: OVERRIDES_COOKIE, secret })
  return grant && (grant.until ?? Infinity) > Date.now() ? grant : undefined
}

export const signGrant = (grant: Grant, secret: KeyObject): string => seal(grant, OVERRIDES_COOKIE, secret)

export const signQuestion = (question: ConsentQuestion, secret: KeyObject): string => seal(question, CONSENT, secret)

/** Returns the question when this browser was asked and the time is not over. */
export const readQuestion = (
  field: string | undefined,
  nonce: string | undefined,
  secret: KeyObject,
): ConsentQuestion | undefined => {
  const question = unseal(consentSchema, field, { purpose: CONSENT, secret })
  return question && nonce !== undefined && question.nonce === nonce && question.ends > Date.now()
    ? question
    : undefined
}

export type OverrideRequest =
  | { readonly status: 'none' }
  | { readonly status: 'unreadable' }
  /** The key is missing, ended, or belongs to another override. */
  | { readonly status: 'forbidden' }
  /** The person must decide. `clean`: the address without the overrides (path and query). */
  | {
      readonly status: 'allowed'
      readonly overrides: readonly Override[]
      readonly until?: number
      readonly clean: string
    }

/** The gateway fetches each override for each page of the browser. */
const MAX_OVERRIDES = 20

export type OverrideRules = {
  readonly secret: KeyObject
  /** Opens overrides to everybody. Otherwise a signed key is needed. */
  readonly overridable: boolean
}

/** Reads the overrides in `address`. They extend `before`, the overrides of the browser. */
export const readOverrideRequest = (
  address: URL,
  before: Grant | undefined,
  { secret, overridable }: OverrideRules,
): OverrideRequest => {
  const asked = address.search === '' ? [] : address.searchParams.getAll(QUERY_PARAMETERS.remote)
  if (asked.length === 0) return { status: 'none' }
  if (asked.length > MAX_OVERRIDES) return { status: 'unreadable' }
  const wanted = asked.map(parseOverride).filter((override) => override !== undefined)
  if (wanted.length < asked.length) return { status: 'unreadable' }
  const field = address.searchParams.get(QUERY_PARAMETERS.overrideKey) ?? undefined
  const link = unseal(linkSchema, field, { purpose: LINK, secret })
  const key = link && link.until > Date.now() ? link : undefined
  const signed = wanted.every(({ remote, url }) =>
    key?.overrides.some((override) => override.remote === remote && placeOf(override.url) === placeOf(url)),
  )
  if (!overridable && !signed) return { status: 'forbidden' }
  const replaced = new Set(wanted.map(({ remote }) => remote))
  const overrides = [...(before?.overrides ?? []).filter(({ remote }) => !replaced.has(remote)), ...wanted]
  if (overrides.length > MAX_OVERRIDES) return { status: 'unreadable' }
  const ends = [before?.until, key?.until].filter((until) => until !== undefined)
  const clean = new URLSearchParams(address.searchParams)
  clean.delete(QUERY_PARAMETERS.remote)
  clean.delete(QUERY_PARAMETERS.overrideKey)
  return {
    status: 'allowed',
    overrides,
    ...(ends.length > 0 && { until: Math.min(...ends) }),
    clean: pathOf(address.pathname, clean),
  }
}

/** Collapses leading slashes: two of them would name another origin. */
export const pathOf = (pathname: string, query: URLSearchParams): string =>
  pathname.replace(/^\/+/, '/') + (query.size === 0 ? '' : `?${query}`)

const FETCH_TIMEOUT_MS = 3000

/**
 * Fetches the remote from the override's address and never rejects. Without a descriptor it uses
 * `known`, or a remote that cannot start, so that the person can reset the override.
 */
export const fetchOverride = async (
  { remote, url }: Override,
  allowed: ForeignAddresses,
  known?: Descriptor,
): Promise<ReleaseRemote> => {
  const fetched = await fetchDescriptor(url, allowed)
  const descriptor = fetched?.name === remote ? fetched : (known ?? nothing(remote))
  return { descriptor, baseUrl: `${url}/`, override: url }
}

const fetchDescriptor = async (url: string, allowed: ForeignAddresses): Promise<Descriptor | undefined> => {
  const limits = { allowed, maxBytes: MAX_DESCRIPTOR_BYTES, timeoutMs: FETCH_TIMEOUT_MS }
  try {
    const json: unknown = JSON.parse(await fetchForeign(`${url}/${DESCRIPTOR_FILE}`, limits))
    return hasTooManyValues(json) ? undefined : descriptorSchema.safeParse(json).data
  } catch {
    return undefined
  }
}

const nothing = (name: string): Descriptor =>
  unbuiltDescriptor({
    name,
    version: '0.0.0',
    owner: 'override',
    contract: '*',
    token: false,
    api: false,
    routes: [],
    sidebar: [],
  })
