import type { FastifyReply, FastifyRequest } from 'fastify'
import { fetchOverride } from '../overrides/fetch-override.ts'
import { readGrant, type Grant } from '../overrides/override-link.ts'
import type { ReleaseSource, Visitor } from '../release/release-source.ts'
import { newBrowser, readBrowser } from './browser-id.ts'

export type VisitorOptions = {
  readonly releases: ReleaseSource
  readonly secret: string
  /** Are overrides open to everyone? */
  readonly overridable: boolean
  /** Are there canaries and reports, which tell browsers apart? */
  readonly counted: boolean
}

export const isSecure = (request: FastifyRequest) => request.protocol === 'https'

/** Tells who asks: the signed id of the browser, and what it overrides. */
export const createVisitors = ({ releases, secret, overridable, counted }: VisitorOptions) => {
  const grantOf = (request: FastifyRequest): Grant | undefined => {
    const grant = readGrant(request.headers.cookie, secret, Date.now())
    // Without an end it was given where everyone may; that may have been taken back since.
    return grant && (overridable || grant.until !== undefined) ? grant : undefined
  }

  const visitorOf = async (request: FastifyRequest, reply?: FastifyReply): Promise<Visitor> => {
    let browser = readBrowser(request.headers.cookie, secret)
    if (counted && browser === undefined && reply) {
      const made = newBrowser(secret, isSecure(request))
      reply.header('set-cookie', made.cookie)
      browser = made.id
    }
    const grant = grantOf(request)
    const facts = { ...(browser !== undefined && { browser }), developer: overridable || grant !== undefined }
    if (!grant || grant.overrides.length === 0) return facts
    const state = await releases.current(facts)
    const known = state.status === 'ready' ? state.current.release.remotes : []
    const overrides = await Promise.all(
      grant.overrides.map((override) =>
        fetchOverride(override, known.find(({ descriptor }) => descriptor.name === override.remote)?.descriptor),
      ),
    )
    const until = grant.until === undefined ? {} : { overridesUntil: new Date(grant.until).toISOString() }
    return { ...facts, ...until, overrides }
  }
  return { visitorOf, grantOf }
}

export type Visitors = ReturnType<typeof createVisitors>
