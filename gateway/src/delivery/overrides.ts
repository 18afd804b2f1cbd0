import {
  DESCRIPTOR_FILE,
  descriptorSchema,
  QUERY_PARAMETERS,
  remoteNameSchema,
  type Descriptor,
  type ReleaseRemote,
} from '@atalaia/contracts'
import { array, number, object, optional, string, type infer as Infer } from 'zod/mini'
import { unbuiltDescriptor } from '../registry/storage/artifact.ts'
import { sign, unsign } from './signature.ts'

const overrideSchema = object({ remote: remoteNameSchema, url: string() })
/** A remote that one browser takes from another address. `url` has no slash at its end. */
export type Override = Infer<typeof overrideSchema>

/** `until`: milliseconds since 1970; absent for overrides that do not end by themselves. */
const grantSchema = object({ overrides: array(overrideSchema), until: optional(number()) })
/** Overrides that a browser may have, and until when. Signed wherever it is kept outside of the gateway. */
export type Grant = Infer<typeof grantSchema>

/** Purposes of the two signatures: of a link, and of what the browser keeps. Also the name of the cookie. */
const LINK = 'override-key'
export const OVERRIDES_COOKIE = 'atalaia_overrides'

/** Parses an override as it stands in an address: `mfe-analytics@http://localhost:4102`. */
export const parseOverride = (text: string): Override | undefined => {
  const at = text.indexOf('@')
  const url = text.slice(at + 1).replace(/\/+$/, '')
  if (at < 1 || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined
  const parsed = overrideSchema.safeParse({ remote: text.slice(0, at), url })
  return parsed.success ? parsed.data : undefined
}

const encode = (grant: Grant) => Buffer.from(JSON.stringify(grant)).toString('base64url')
const decode = (text: string): Grant | undefined => {
  try {
    const parsed = grantSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const verified = (signed: string | undefined, purpose: string, secret: string): Grant | undefined => {
  const value = signed === undefined ? undefined : unsign(signed, purpose, secret)
  const grant = value === undefined ? undefined : decode(value)
  return grant && (grant.until ?? Infinity) > Date.now() ? grant : undefined
}

/** The key that an override link needs in production. Valid for this remote at this address, until `until`. */
export const makeOverrideKey = (override: Override, until: number, secret: string): string =>
  sign(encode({ overrides: [override], until }), LINK, secret)

/** The grant in the cookie's value, if it is signed and has not ended. */
export const readGrant = (cookie: string | undefined, secret: string): Grant | undefined =>
  verified(cookie, OVERRIDES_COOKIE, secret)

/** The cookie's value that keeps a grant. */
export const signGrant = (grant: Grant, secret: string): string => sign(encode(grant), OVERRIDES_COOKIE, secret)

/** The result of reading the overrides in a page's address. */
export type OverrideRequest =
  | { readonly status: 'none' }
  /** An override cannot be parsed. */
  | { readonly status: 'unreadable' }
  /** Overrides are not open to everybody, and the key is missing, of something else, or has ended. */
  | { readonly status: 'forbidden' }
  /** `clean` is the address without the overrides: path and query. */
  | { readonly status: 'granted'; readonly grant: Grant; readonly clean: string }

export type OverrideRules = {
  readonly secret: string
  /** Whether overrides are open to everybody; otherwise a signed key is needed. */
  readonly overridable: boolean
}

/** Reads the overrides that `address` asks for. The grant adds to `before`, what the browser has already. */
export const readOverrideRequest = (
  address: URL,
  before: Grant | undefined,
  { secret, overridable }: OverrideRules,
): OverrideRequest => {
  const asked = address.searchParams.getAll(QUERY_PARAMETERS.remote)
  if (asked.length === 0) return { status: 'none' }
  const wanted = asked.map(parseOverride).filter((override) => override !== undefined)
  if (wanted.length < asked.length) return { status: 'unreadable' }
  const key = verified(address.searchParams.get(QUERY_PARAMETERS.overrideKey) ?? undefined, LINK, secret)
  const allowed = wanted.every(({ remote, url }) =>
    key?.overrides.some((override) => override.remote === remote && override.url === url),
  )
  if (!overridable && !allowed) return { status: 'forbidden' }
  const replaced = new Set(wanted.map(({ remote }) => remote))
  const overrides = [...(before?.overrides ?? []).filter(({ remote }) => !replaced.has(remote)), ...wanted]
  const ends = [before?.until, key?.until].filter((until) => until !== undefined)
  const clean = new URLSearchParams(address.searchParams)
  clean.delete(QUERY_PARAMETERS.remote)
  clean.delete(QUERY_PARAMETERS.overrideKey)
  const query = clean.size === 0 ? '' : `?${clean}`
  return {
    status: 'granted',
    grant: { overrides, ...(ends.length > 0 && { until: Math.min(...ends) }) },
    clean: address.pathname.replace(/^\/+/, '/') + query,
  }
}

const FETCH_TIMEOUT_MS = 3000
const MAX_DESCRIPTOR_CHARS = 1024 * 1024

/**
 * The remote as it is served at the override's address. Never rejects: when no descriptor is found there, it stands in
 * with `known`, or with one that cannot be activated, so that the person can reset the override.
 */
export const fetchOverride = async ({ remote, url }: Override, known?: Descriptor): Promise<ReleaseRemote> => {
  const descriptor = (await fetchDescriptor(url, remote)) ?? known ?? nothing(remote)
  return { descriptor, baseUrl: `${url}/`, override: url }
}

const fetchDescriptor = async (url: string, name: string): Promise<Descriptor | undefined> => {
  try {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
    const answer = await fetch(`${url}/${DESCRIPTOR_FILE}`, { signal, redirect: 'error' })
    const text = await answer.text()
    const parsed = text.length > MAX_DESCRIPTOR_CHARS ? undefined : descriptorSchema.safeParse(JSON.parse(text))
    return answer.ok && parsed?.success && parsed.data.name === name ? parsed.data : undefined
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
