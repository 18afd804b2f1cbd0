import { allows, isAboutRemote, type Holder, type OrderName } from '@atalaia/artifact'
import { Problem } from '@atalaia/server'
import type { Rights } from './rights.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

/** The sender of an order: this machine, or the holder of a key. */
export type Authority = {
  readonly who: string
  /** Identifies the person or job, for approvals. Holders of keys cannot choose it. */
  readonly identity: string
  readonly holder: Holder
  /** End of the key. `null` without a key. */
  readonly ends: string | null
  /** Limits count per bucket: a team or a person. `null` on this machine, which has no limits. */
  readonly bucket: string | null
}

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyRequest {
    authority: Authority | null
  }
}

/** Hook that refuses a request, or sets its `authority`. */
export type Check = (request: FastifyRequest) => Promise<void>

/**
 * Hooks for `onRequest`, so that the body of a refused request is never read. They answer 401
 * without a valid key and 403 without the right, by the table in @atalaia/artifact. Otherwise they
 * set `request.authority` (M-PEOPLE-2). The remote of an order is `:remote` in its address.
 */
export type Authorities = { readonly may: (order: OrderName) => Check }

export const authorityOf = ({ authority }: FastifyRequest): Authority => {
  if (!authority) throw new Error('the route has no hook of Authorities')
  return authority
}

export const senderOf = (request: FastifyRequest): string => authorityOf(request).who

const ACTOR = /^[\w.@ -]{1,80}$/
const params = z.object({ remote: z.string().optional() })
const ONLY_HERE = 'only an operator may do this, on the gateway’s machine'

const claimedActor = ({ headers }: FastifyRequest) => {
  const actor = headers['x-actor']
  return typeof actor === 'string' && ACTOR.test(actor) ? actor : undefined
}

export const createAuthorities = (
  { rights }: { readonly rights: Pick<Rights, 'check'> },
  /** `machine`: a command that opened the database itself. Its orders are an operator's (M-GATEWAY-11). */
  from: 'network' | 'machine',
): Authorities => {
  const read = async (request: FastifyRequest): Promise<Authority> => {
    const [, presented] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const actor = claimedActor(request)
    if (presented === undefined) {
      const who = actor ?? 'operator'
      if (from === 'machine')
        return { who, identity: `operator ${who}`, holder: { role: 'machine', remotes: [] }, ends: null, bucket: null }
      throw new Problem(401, 'a deploy token is needed: set DEPLOY_TOKEN, or ask on the machine of the gateway')
    }
    const key = await rights.check(presented)
    if (key.status === 'revoked') throw new Problem(401, 'this deploy token was revoked')
    if (key.status === 'ended') throw new Problem(401, 'this deploy token has ended: ask for a new one')
    if (key.status !== 'valid') throw new Problem(401, 'this deploy token is not known')
    const { who, isTeam, identity, holder, ends, bucket } = key
    // A token of a team says who uses it; what a person or a CI job is named is not theirs to say.
    return { who: isTeam && actor !== undefined ? `${actor} (${who})` : who, identity, holder, ends, bucket }
  }
  return {
    may: (order) => async (request) => {
      const authority = await read(request)
      const { remote } = params.parse(request.params)
      if (!allows(order, authority.holder, remote)) throw new Problem(403, refusalOf(order, authority.holder, remote))
      request.authority = authority
    },
  }
}

const refusalOf = (order: OrderName, { remotes, role }: Holder, remote: string | undefined): string => {
  if (!isAboutRemote(order) || role !== 'team') return ONLY_HERE
  const own = remotes.find((one) => one.remote === remote)
  if (own) return `this key may ${own.may.join(', ') || 'look'} with ${own.remote}, and no more`
  return `this deploy token is of ${remotes.map((one) => one.remote).join(', ') || 'no remote'}, not of ${remote}`
}
