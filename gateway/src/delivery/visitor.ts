import { SESSION_COOKIE, versionSchema } from '@atalaia/contracts'
import type { AudienceFacts, AudienceSettings } from '../registry/canary/audience.ts'
import { isAskedHost, sessionFactsSchema, type SessionFacts } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
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

/** The browser of a request: the facts on which its release and its reports depend. */
export type Visitor = {
  /** The signed id of the browser. It decides whether the browser is among a canary's share; without it, it is not. */
  readonly browser?: string
  /** The time at which the browser was given its id, in milliseconds since 1970; 0 for ids without a time, of earlier releases. */
  readonly knownSince?: number
  /** The facts that audiences of canary versions may ask for. */
  readonly facts?: AudienceFacts
  /** Remotes that this browser alone takes from elsewhere. */
  readonly overrides?: readonly Override[]
  /** Whether the overrides may have the session. Default: false. */
  readonly overridesTrusted?: boolean
  /** ISO 8601 instant at which the overrides end; absent when they do not end by themselves. */
  readonly overridesUntil?: string
  /** Versions of the shell that could not start in this browser. Default: none. */
  readonly failedShells?: readonly string[]
  /** Whether the page may show the developers' panel. */
  readonly developer?: boolean
}

/** Reads and writes what the gateway keeps in a browser: its id, and its overrides. */
export type Visitors = {
  /** Reads the visitor from the cookies of the request. */
  of(request: FastifyRequest): Visitor
  /** Reads the visitor, and gives a browser without an id one, if browsers are told apart at all. */
  welcome(request: FastifyRequest, reply: FastifyReply): Visitor
  /** The overrides that the person at this browser agreed to. They hold for a session only if `session` says so. */
  grantOf(request: FastifyRequest): Grant | undefined
  /** Whether the browser claims to have a session (P-SESSION-3); the shell finds out whether it is true. */
  claimsSession(request: FastifyRequest): boolean
  /**
   * Binds a question to this browser: the value of a cookie that the browser sends back with the answer, and with no
   * request that another site causes.
   */
  newNonce(request: FastifyRequest, reply: FastifyReply): string
  /** The nonce of the question that this browser was asked last. */
  nonceOf(request: FastifyRequest): string | undefined
  /** Ends the question: it cannot be answered a second time. */
  dropNonce(request: FastifyRequest, reply: FastifyReply): void
  /** Replaces the overrides of this browser. */
  keepGrant(grant: Grant, request: FastifyRequest, reply: FastifyReply): void
  /**
   * Keeps whose session the API has found behind a call, until the session ends. Calls that a page of another site causes
   * change nothing.
   */
  keepSession(facts: SessionFacts, request: FastifyRequest, reply: FastifyReply): void
  /**
   * Remembers for an hour that a version of the shell could not start in this browser, so that its next page has the one before
   * (M-SHELL-6). Nothing is kept for a browser without an id, nor at the word of another site.
   */
  keepFailedShell(version: string, request: FastifyRequest, reply: FastifyReply): void
  /** Takes all overrides back. */
  dropGrant(request: FastifyRequest, reply: FastifyReply): void
}

export type VisitorOptions = {
  readonly secret: string
  /** Whether overrides are open to everybody. */
  readonly overridable: boolean
  /** Whether every browser may see the developers' panel; otherwise only one with overrides. */
  readonly developer: boolean
  /** Whether browsers are told apart: there are canaries and reports. */
  readonly counted: boolean
  /** The facts that audiences may ask for; `isProxy` tells the proxies whose headers are believed. */
  readonly audiences: AudienceSettings & { isProxy(address: string): boolean }
}

const BROWSER_COOKIE = 'atalaia_browser'
const YEAR_S = 31_536_000
const QUESTION_COOKIE = 'atalaia_question'
const AUDIENCE_COOKIE = 'atalaia_audience'
const SHELLS_COOKIE = 'atalaia_shells'
const FAILED_SHELL_S = 3600
/** The canary's, the stable one, and one that was replaced meanwhile. */
const MAX_FAILED_SHELLS = 3
/** Bound to the browser, so that no other one takes it over. `until`: milliseconds since 1970. */
const failedShellsSchema = object({ browser: string(), versions: array(versionSchema), until: number() })

/**
 * Whether a page of this origin causes the request, and not another site's. Browsers say so (`Sec-Fetch-Site`); older ones
 * name at least the origin of the page (`Origin`). What says neither is no browser.
 */
export const isFromOwnPage = (request: FastifyRequest): boolean => {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined || isAskedHost(origin, request)
}

type CookieOptions = NonNullable<Parameters<FastifyReply['setCookie']>[2]>

/** A cookie for the whole site that no script reads; without `maxAge` (seconds) until the browser is closed. */
const setCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  rest: CookieOptions = {},
) =>
  void reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    ...rest,
  })

/**
 * The name of a cookie that decides about foreign or older code. Over https it has the prefix with which browsers take it from this
 * host alone, and not from another one of its domain (RFC 6265bis, section 4.1.3.2).
 */
const ownName = ({ protocol }: FastifyRequest, name: string): string => (protocol === 'https' ? `__Host-${name}` : name)

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

const claimsSession = ({ cookies }: FastifyRequest): boolean => Boolean(cookies[SESSION_COOKIE])

const REGION = /^[A-Za-z0-9-]{1,20}$/

export const createVisitors = ({ secret, overridable, developer, counted, audiences }: VisitorOptions): Visitors => {
  const browserOf = ({ cookies }: FastifyRequest): string | undefined => {
    const signed = cookies[BROWSER_COOKIE]
    return signed === undefined ? undefined : unsign(signed, BROWSER_COOKIE, secret)
  }
  const newBrowser = (request: FastifyRequest, reply: FastifyReply): string => {
    const id = `${randomBytes(16).toString('hex')}-${Date.now()}`
    setCookie(request, reply, BROWSER_COOKIE, sign(id, BROWSER_COOKIE, secret), { maxAge: YEAR_S })
    return id
  }
  const grantOf = (request: FastifyRequest): Grant | undefined => {
    const grant = readGrant(request.cookies[ownName(request, OVERRIDES_COOKIE)], secret)
    // A grant without an end was given while overrides were open to everybody, which they may no longer be.
    return grant && (overridable || grant.until !== undefined) ? grant : undefined
  }
  /**
   * Whose session the API has found behind this browser's calls, while the browser says that it has one (M-AUDIENCE-3).
   */
  const sessionOf = (request: FastifyRequest): SessionFacts | undefined => {
    const kept = request.cookies[ownName(request, AUDIENCE_COOKIE)]
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
    const kept = unseal(failedShellsSchema, request.cookies[ownName(request, SHELLS_COOKIE)], {
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
      if (request.cookies[ownName(request, AUDIENCE_COOKIE)] !== undefined && !claimsSession(request))
        setCookie(request, reply, ownName(request, AUDIENCE_COOKIE), '', { maxAge: 0 })
      return visitorOf(request, browserOf(request) ?? (counted ? newBrowser(request, reply) : undefined))
    },
    keepSession: (facts, request, reply) => {
      if (!counted || !isFromOwnPage(request)) return
      const kept = seal(facts, AUDIENCE_COOKIE, secret)
      if (request.cookies[ownName(request, AUDIENCE_COOKIE)] === kept) return
      const maxAge = Math.max(Math.floor((facts.until - Date.now()) / 1000), 0)
      setCookie(request, reply, ownName(request, AUDIENCE_COOKIE), kept, { maxAge })
    },
    grantOf,
    keepGrant: (grant, request, reply) =>
      setCookie(request, reply, ownName(request, OVERRIDES_COOKIE), signGrant(grant, secret)),
    keepFailedShell: (version, request, reply) => {
      const browser = browserOf(request)
      if (browser === undefined || !isFromOwnPage(request)) return
      const others = failedShellsOf(request, browser).filter((other) => other !== version)
      const versions = [...others, version].slice(-MAX_FAILED_SHELLS)
      const sealed = seal({ browser, versions, until: Date.now() + FAILED_SHELL_S * 1000 }, SHELLS_COOKIE, secret)
      setCookie(request, reply, ownName(request, SHELLS_COOKIE), sealed, { maxAge: FAILED_SHELL_S })
    },
    dropGrant: (request, reply) => setCookie(request, reply, ownName(request, OVERRIDES_COOKIE), '', { maxAge: 0 }),
    claimsSession,
    newNonce: (request, reply) => {
      const nonce = randomBytes(16).toString('hex')
      setCookie(request, reply, ownName(request, QUESTION_COOKIE), nonce, {
        sameSite: 'strict',
        maxAge: QUESTION_TIMEOUT_S,
      })
      return nonce
    },
    dropNonce: (request, reply) =>
      setCookie(request, reply, ownName(request, QUESTION_COOKIE), '', { sameSite: 'strict', maxAge: 0 }),
    nonceOf: (request) => request.cookies[ownName(request, QUESTION_COOKIE)],
  }
}
