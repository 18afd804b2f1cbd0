import { SESSION_COOKIE, versionSchema } from '@atalaia/contracts'
import type { AudienceFacts, AudienceSettings } from '../registry/canary/audience.ts'
import {
  cookiesNamed,
  isAskedHost,
  randomHex,
  sessionFactsSchema,
  setCookie,
  type NewCookie,
  type SessionFacts,
} from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes, type KeyObject } from 'node:crypto'
import { array, number, object, string } from 'zod/mini'
import {
  OVERRIDES_COOKIE,
  QUESTION_TIMEOUT_S,
  readGrant,
  seal,
  sign,
  signGrant,
  unseal,
  unsign,
  type Grant,
  type Override,
} from './overrides.ts'

export type Visitor = {
  /** Signed. Decides about canary shares; without it, a browser is in no share. */
  readonly browser?: string
  /** Milliseconds since 1970 of the id. 0 for ids of earlier releases. */
  readonly knownSince?: number
  readonly facts?: AudienceFacts
  readonly overrides?: readonly Override[]
  /** The overrides may use the session. Default: false. */
  readonly overridesTrusted?: boolean
  readonly overridesUntil?: string
  /** Shell versions that could not start in this browser. Default: none. */
  readonly failedShells?: readonly string[]
  readonly developer?: boolean
}

export type Visitors = {
  of(request: FastifyRequest): Visitor
  /** Gives a browser an id where browsers are told apart. */
  welcome(request: FastifyRequest, reply: FastifyReply): { readonly visitor: Visitor; readonly isKnown: boolean }
  /** A session may use them only when `session` is true. */
  grantOf(request: FastifyRequest): Grant | undefined
  /** True when the browser claims a session (P-SESSION-3). The shell checks the claim. */
  claimsSession(request: FastifyRequest): boolean
  /** Binds a question to this browser by a cookie that requests of other sites do not carry. */
  newNonce(request: FastifyRequest, reply: FastifyReply): string
  nonceOf(request: FastifyRequest): string | undefined
  /** Ends the question: it cannot be answered twice. */
  dropNonce(request: FastifyRequest, reply: FastifyReply): void
  keepGrant(grant: Grant, request: FastifyRequest, reply: FastifyReply): void
  /** Remembers the session until it ends. Calls of other sites change nothing. */
  keepSession(facts: SessionFacts, request: FastifyRequest, reply: FastifyReply): void
  /**
   * Remembers for an hour that a shell version could not start (M-SHELL-6). Ignores browsers
   * without an id, and other sites.
   */
  keepFailedShell(version: string, request: FastifyRequest, reply: FastifyReply): void
  dropGrant(request: FastifyRequest, reply: FastifyReply): void
}

export type VisitorOptions = {
  readonly secret: KeyObject
  readonly overridable: boolean
  /** Shows the developers' panel to every browser. Otherwise only browsers with overrides see it. */
  readonly developer: boolean
  readonly counted: boolean
  /** Facts for audiences. `isProxy` is true for proxies whose headers count. */
  readonly audiences: AudienceSettings & { isProxy(address: string): boolean }
}

const BROWSER_COOKIE = 'atalaia_browser'
const YEAR_S = 31_536_000
const QUESTION_COOKIE = 'atalaia_question'
const AUDIENCE_COOKIE = 'atalaia_audience'
const SHELLS_COOKIE = 'atalaia_shells'
const FAILED_SHELL_S = 3600
/** The canary, the stable shell, and a shell that was replaced meanwhile. */
const MAX_FAILED_SHELLS = 3
/** Bound to one browser. `until`: milliseconds since 1970. */
const failedShellsSchema = object({ browser: string(), versions: array(versionSchema), until: number() })

/**
 * By `Sec-Fetch-Site`, or `Origin` in older browsers. Clients that send neither are no browsers.
 */
export const isFromOwnPage = (request: FastifyRequest): boolean => {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined || isAskedHost(origin, request)
}

type OwnCookie = Pick<NewCookie, 'name' | 'value' | 'seconds'> & Partial<Pick<NewCookie, 'sameSite'>>

const keepCookie = (request: FastifyRequest, reply: FastifyReply, cookie: OwnCookie): void =>
  setCookie(reply, { path: '/', sameSite: 'Lax', isSecure: request.protocol === 'https', ...cookie })

const cookieOf = (request: FastifyRequest, name: string): string | undefined => cookiesNamed(request, name)[0]

/**
 * Over https it has the `__Host-` prefix, so other hosts of the domain cannot set it (RFC 6265bis,
 * section 4.1.3.2).
 */
const ownName = ({ protocol }: FastifyRequest, name: string): string => (protocol === 'https' ? `__Host-${name}` : name)

type Dropped = Pick<OwnCookie, 'name' | 'sameSite'>

const dropCookie = (request: FastifyRequest, reply: FastifyReply, { name, ...rest }: Dropped): void =>
  keepCookie(request, reply, { ...rest, name: ownName(request, name), value: '', seconds: 0 })

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

const claimsSession = (request: FastifyRequest): boolean => Boolean(cookieOf(request, SESSION_COOKIE))

const REGION = /^[A-Za-z0-9-]{1,20}$/

export const createVisitors = ({ secret, overridable, developer, counted, audiences }: VisitorOptions): Visitors => {
  const browserOf = (request: FastifyRequest): string | undefined => {
    const signed = cookieOf(request, BROWSER_COOKIE)
    return signed === undefined ? undefined : unsign(signed, BROWSER_COOKIE, secret)
  }
  const newBrowser = (request: FastifyRequest, reply: FastifyReply): string => {
    const id = `${randomHex(16)}-${Date.now()}`
    const value = sign(id, BROWSER_COOKIE, secret)
    keepCookie(request, reply, { name: BROWSER_COOKIE, value, seconds: YEAR_S })
    return id
  }
  const grantOf = (request: FastifyRequest): Grant | undefined => {
    const grant = readGrant(cookieOf(request, ownName(request, OVERRIDES_COOKIE)), secret)
    // A grant without an end was given while overrides were open to everybody, which they may no longer be.
    return grant && (overridable || grant.until !== undefined) ? grant : undefined
  }
  /** The session that the API found, while the browser claims one (M-AUDIENCE-3). */
  const sessionOf = (request: FastifyRequest): SessionFacts | undefined => {
    const kept = cookieOf(request, ownName(request, AUDIENCE_COOKIE))
    const found = claimsSession(request)
      ? unseal(sessionFactsSchema, kept, { purpose: AUDIENCE_COOKIE, secret })
      : undefined
    return found && found.until > Date.now() ? found : undefined
  }
  const regionOf = (request: FastifyRequest): string | undefined => {
    const { regionHeader, isProxy } = audiences
    if (regionHeader === undefined || !isProxy(request.socket.remoteAddress ?? '')) return undefined
    const region = headerOf(request, regionHeader)
    return region !== undefined && REGION.test(region) ? region.toUpperCase() : undefined
  }
  const factsOf = (request: FastifyRequest): AudienceFacts => {
    const session = sessionOf(request)
    return {
      org: session?.organisation,
      role: session?.role,
      region: regionOf(request),
      header: (name) => (audiences.headers.includes(name) ? headerOf(request, name) : undefined),
    }
  }
  const failedShellsOf = (request: FastifyRequest, browser: string): readonly string[] => {
    const kept = unseal(failedShellsSchema, cookieOf(request, ownName(request, SHELLS_COOKIE)), {
      purpose: SHELLS_COOKIE,
      secret,
    })
    return kept?.browser === browser && kept.until > Date.now() ? kept.versions : []
  }
  const visitorOf = (request: FastifyRequest, browser: string | undefined): Visitor => {
    const grant = grantOf(request)
    const known = browser !== undefined && {
      browser,
      knownSince: Number(browser.split('-')[1] ?? 0),
      failedShells: failedShellsOf(request, browser),
    }
    const rest = { ...known, facts: factsOf(request), developer: developer || grant !== undefined }
    // Without a yes for the session, no page with a session gets foreign code.
    if (!grant || grant.overrides.length === 0 || (claimsSession(request) && !grant.session)) return rest
    const { overrides, until, session } = grant
    return {
      ...rest,
      overrides,
      overridesTrusted: session,
      ...(until !== undefined && { overridesUntil: new Date(until).toISOString() }),
    }
  }
  return {
    of: (request) => visitorOf(request, browserOf(request)),
    welcome: (request, reply) => {
      // Whoever has logged out is in no organisation's audience any more.
      if (cookieOf(request, ownName(request, AUDIENCE_COOKIE)) !== undefined && !claimsSession(request))
        dropCookie(request, reply, { name: AUDIENCE_COOKIE })
      const known = browserOf(request)
      const browser = known ?? (counted ? newBrowser(request, reply) : undefined)
      return { visitor: visitorOf(request, browser), isKnown: known !== undefined }
    },
    keepSession: (facts, request, reply) => {
      if (!counted || !isFromOwnPage(request)) return
      const kept = seal(facts, AUDIENCE_COOKIE, secret)
      if (cookieOf(request, ownName(request, AUDIENCE_COOKIE)) === kept) return
      const seconds = Math.max(Math.floor((facts.until - Date.now()) / 1000), 0)
      keepCookie(request, reply, { name: ownName(request, AUDIENCE_COOKIE), value: kept, seconds })
    },
    grantOf,
    keepGrant: (grant, request, reply) =>
      keepCookie(request, reply, { name: ownName(request, OVERRIDES_COOKIE), value: signGrant(grant, secret) }),
    keepFailedShell: (version, request, reply) => {
      const browser = browserOf(request)
      if (browser === undefined || !isFromOwnPage(request)) return
      const others = failedShellsOf(request, browser).filter((other) => other !== version)
      const versions = [...others, version].slice(-MAX_FAILED_SHELLS)
      const sealed = seal({ browser, versions, until: Date.now() + FAILED_SHELL_S * 1000 }, SHELLS_COOKIE, secret)
      keepCookie(request, reply, { name: ownName(request, SHELLS_COOKIE), value: sealed, seconds: FAILED_SHELL_S })
    },
    dropGrant: (request, reply) => dropCookie(request, reply, { name: OVERRIDES_COOKIE }),
    claimsSession,
    newNonce: (request, reply) => {
      const nonce = randomBytes(16).toString('hex')
      const name = ownName(request, QUESTION_COOKIE)
      keepCookie(request, reply, { name, value: nonce, sameSite: 'Strict', seconds: QUESTION_TIMEOUT_S })
      return nonce
    },
    dropNonce: (request, reply) => dropCookie(request, reply, { name: QUESTION_COOKIE, sameSite: 'Strict' }),
    nonceOf: (request) => cookieOf(request, ownName(request, QUESTION_COOKIE)),
  }
}
