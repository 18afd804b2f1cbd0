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
import { createHmac, timingSafeEqual } from 'node:crypto'
import { array, boolean, number, object, optional, string, type infer as Infer, type ZodMiniType } from 'zod/mini'
import { unbuiltDescriptor } from '../registry/storage/artifact.ts'

const macOf = (value: string, purpose: string, secret: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${value}`).digest()

/** `value` and its signature (HMAC-SHA256), which is valid for this purpose alone. The value must not contain a dot. */
export const sign = (value: string, purpose: string, secret: string): string =>
  `${value}.${macOf(value, purpose, secret).toString('base64url')}`

/** The value, if it was signed for this purpose; otherwise `undefined`. */
export const unsign = (signed: string, purpose: string, secret: string): string | undefined => {
  const [value, mac, ...rest] = signed.split('.')
  if (value === undefined || mac === undefined || rest.length > 0) return undefined
  const [expected, given] = [macOf(value, purpose, secret), Buffer.from(mac, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
}

const overrideSchema = object({ remote: remoteNameSchema, url: string() })
/** A remote that one browser takes from another address. `url` has no slash at its end. */
export type Override = Infer<typeof overrideSchema>

/** The time in which a question can be answered. */
export const QUESTION_TIMEOUT_S = 600

const linkSchema = object({ overrides: array(overrideSchema), until: number() })

/** `until`: milliseconds since 1970; absent for overrides that do not end by themselves. */
const grantSchema = object({ overrides: array(overrideSchema), until: optional(number()), session: boolean() })
/**
 * Overrides that the person at a browser agreed to, and until when. `session`: whether the agreement includes a session
 * that is active (M-OVERRIDE-8). Signed wherever it is kept outside of the gateway.
 */
export type Grant = Infer<typeof grantSchema>

const consentSchema = object({ grant: grantSchema, clean: string(), nonce: string(), ends: number() })
/**
 * A question that a browser was asked: the grant that it gets after a yes, the address to go on to (path and query), the
 * `nonce` of the browser, and the instant at which the question ends, in milliseconds since 1970.
 */
export type ConsentQuestion = Infer<typeof consentSchema>

/** Purposes of the signatures: of a link, of a question, and of what the browser keeps. The last names the cookie, too. */
const LINK = 'override-key'
const CONSENT = 'override-consent'
export const OVERRIDES_COOKIE = 'atalaia_overrides'

/**
 * Parses an override as it stands in an address: `mfe-analytics@http://localhost:4102`. The address is brought into its
 * normal form. One with a user name, a query or a fragment is refused: it may look like another server's.
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
/** Whether a host is this machine by one of its three names. */
export const isLoopbackName = (hostname: string): boolean => ['localhost', ...LOOPBACK_NAMES].includes(hostname)

/** An override's address, in which the names of the browser's own machine are one: a link for `localhost` is one for `127.0.0.1`. */
const placeOf = (url: string): string => {
  const place = new URL(url)
  if (LOOPBACK_NAMES.includes(place.hostname)) place.hostname = 'localhost'
  return place.href
}

/** A value in a form that browsers keep, signed for a purpose. */
export const seal = (value: unknown, purpose: string, secret: string): string =>
  sign(Buffer.from(JSON.stringify(value)).toString('base64url'), purpose, secret)

/** The sealed value, if it was signed for this purpose and has the schema's form. */
export const unseal = <Schema extends ZodMiniType>(schema: Schema, sealed: string | undefined, key: SealKey) => {
  const value = sealed === undefined ? undefined : unsign(sealed, key.purpose, key.secret)
  if (value === undefined) return undefined
  try {
    return schema.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

type SealKey = { readonly purpose: string; readonly secret: string }

/** Whether a grant takes a remote from this version's address, as a preview does (M-OVERRIDE-11). */
export const isPreviewOf = (grant: Grant, name: string, version: string): boolean =>
  grant.overrides.some(
    ({ remote, url }) => remote === name && `${new URL(url).pathname}/` === remoteBase(name, version),
  )

/** The key that an override link needs. Valid for this remote at this address, until `until` (M-OVERRIDE-2). */
export const makeOverrideKey = (override: Override, until: number, secret: string): string =>
  seal({ overrides: [override], until }, LINK, secret)

/** The grant in the cookie's value, if it is signed and has not ended (M-OVERRIDE-1). */
export const readGrant = (cookie: string | undefined, secret: string): Grant | undefined => {
  const grant = unseal(grantSchema, cookie, { purpose: OVERRIDES_COOKIE, secret })
  return grant && (grant.until ?? Infinity) > Date.now() ? grant : undefined
}

/** The cookie's value that keeps a grant. */
export const signGrant = (grant: Grant, secret: string): string => seal(grant, OVERRIDES_COOKIE, secret)

/** The hidden field with which a browser answers a question. */
export const signQuestion = (question: ConsentQuestion, secret: string): string => seal(question, CONSENT, secret)

/** The question that a browser answers, if it was asked of this browser and has not ended. */
export const readQuestion = (
  field: string | undefined,
  nonce: string | undefined,
  secret: string,
): ConsentQuestion | undefined => {
  const question = unseal(consentSchema, field, { purpose: CONSENT, secret })
  return question && nonce !== undefined && question.nonce === nonce && question.ends > Date.now()
    ? question
    : undefined
}

/** The result of reading the overrides in a page's address. */
export type OverrideRequest =
  | { readonly status: 'none' }
  /** An override cannot be parsed. */
  | { readonly status: 'unreadable' }
  /** Overrides are not open to everybody, and the key is missing, of something else, or has ended. */
  | { readonly status: 'forbidden' }
  /** The person is asked, and may have them. `clean` is the address without the overrides: path and query. */
  | {
      readonly status: 'allowed'
      readonly overrides: readonly Override[]
      readonly until?: number
      readonly clean: string
    }

/** Each of a browser's overrides is fetched for each of its pages. */
const MAX_OVERRIDES = 20

export type OverrideRules = {
  readonly secret: string
  /** Whether overrides are open to everybody; otherwise a signed key is needed. */
  readonly overridable: boolean
}

/** Reads the overrides that `address` asks for. They add to `before`, what the browser has already. */
export const readOverrideRequest = (
  address: URL,
  before: Grant | undefined,
  { secret, overridable }: OverrideRules,
): OverrideRequest => {
  const asked = address.searchParams.getAll(QUERY_PARAMETERS.remote)
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

/** A path and query on this origin: two slashes at the beginning would name another one. */
export const pathOf = (pathname: string, query: URLSearchParams): string =>
  pathname.replace(/^\/+/, '/') + (query.size === 0 ? '' : `?${query}`)

const FETCH_TIMEOUT_MS = 3000

/**
 * The remote as it is served at the override's address. Never rejects: when no descriptor is found there, it stands in
 * with `known`, or with one that cannot be activated, so that the person can reset the override.
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
