import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { OVERRIDES_COOKIE, readGrant, signGrant, type Grant, type Override } from './overrides.ts'
import { sign, unsign } from './signature.ts'

/** The browser of a request: the facts on which its release and its reports depend. */
export type Visitor = {
  /** The signed id of the browser. It decides whether the browser is among a canary's share; without it, it is not. */
  readonly browser?: string
  /** Remotes that this browser alone takes from elsewhere. */
  readonly overrides?: readonly Override[]
  /** ISO 8601 instant at which the overrides end; absent when they do not end by themselves. */
  readonly overridesUntil?: string
  /** Whether the page may show the developers' panel. */
  readonly developer?: boolean
}

/** Reads and writes what the gateway keeps in a browser: its id, and its overrides. */
export type Visitors = {
  /** Reads the visitor from the cookies of the request. */
  of(request: FastifyRequest): Visitor
  /** Reads the visitor, and gives a browser without an id one, if browsers are told apart at all. */
  welcome(request: FastifyRequest, reply: FastifyReply): Visitor
  /** The overrides that this browser has now. */
  grantOf(request: FastifyRequest): Grant | undefined
  /** Replaces the overrides of this browser. */
  keepGrant(grant: Grant, request: FastifyRequest, reply: FastifyReply): void
  /** Takes all overrides back. */
  dropGrant(request: FastifyRequest, reply: FastifyReply): void
}

export type VisitorOptions = {
  readonly secret: string
  /** Whether overrides are open to everybody. */
  readonly overridable: boolean
  /** Whether browsers are told apart: there are canaries and reports. */
  readonly counted: boolean
}

const BROWSER_COOKIE = 'atalaia_browser'
const YEAR_S = 31_536_000

/** A cookie for the whole site that no script reads; without `maxAge` (seconds) until the browser is closed. */
const setCookie = (request: FastifyRequest, reply: FastifyReply, name: string, value: string, maxAge?: number) =>
  void reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    ...(maxAge !== undefined && { maxAge }),
  })

export const createVisitors = ({ secret, overridable, counted }: VisitorOptions): Visitors => {
  const browserOf = ({ cookies }: FastifyRequest): string | undefined => {
    const signed = cookies[BROWSER_COOKIE]
    return signed === undefined ? undefined : unsign(signed, BROWSER_COOKIE, secret)
  }
  const newBrowser = (request: FastifyRequest, reply: FastifyReply): string => {
    const id = randomBytes(16).toString('hex')
    setCookie(request, reply, BROWSER_COOKIE, sign(id, BROWSER_COOKIE, secret), YEAR_S)
    return id
  }
  const grantOf = ({ cookies }: FastifyRequest): Grant | undefined => {
    const grant = readGrant(cookies[OVERRIDES_COOKIE], secret)
    // A grant without an end was given while overrides were open to everybody, which they may no longer be.
    return grant && (overridable || grant.until !== undefined) ? grant : undefined
  }
  const visitorOf = (request: FastifyRequest, browser: string | undefined): Visitor => {
    const grant = grantOf(request)
    const facts = { ...(browser !== undefined && { browser }), developer: overridable || grant !== undefined }
    if (!grant || grant.overrides.length === 0) return facts
    const { overrides, until } = grant
    return { ...facts, overrides, ...(until !== undefined && { overridesUntil: new Date(until).toISOString() }) }
  }
  return {
    of: (request) => visitorOf(request, browserOf(request)),
    welcome: (request, reply) =>
      visitorOf(request, browserOf(request) ?? (counted ? newBrowser(request, reply) : undefined)),
    grantOf,
    keepGrant: (grant, request, reply) => setCookie(request, reply, OVERRIDES_COOKIE, signGrant(grant, secret)),
    dropGrant: (request, reply) => setCookie(request, reply, OVERRIDES_COOKIE, '', 0),
  }
}
