import { Problem, type OperatorSockets } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Registry } from './registry.ts'

/** The sender of an order: an operator on this machine, or a team with a deploy token of its remote. */
export type Authority =
  | { readonly kind: 'operator'; readonly who: string }
  | { readonly kind: 'team'; readonly remote: string; readonly who: string }

declare module 'fastify' {
  // Fastify's types are extended by merging interfaces.
  interface FastifyRequest {
    /** The sender of the order; set by the hooks of {@link Authorities}. */
    authority: Authority | null
  }
}

type Check = (request: FastifyRequest) => Promise<void>

/**
 * Hooks for `onRequest`: a stranger's body is not read, and a stranger learns nothing about the order. Each rejects with
 * a 401 without a valid token, and with a 403 for a token of something else; otherwise it sets `request.authority`.
 */
export type Authorities = {
  /** Operators and every team. */
  readonly anyone: Check
  /** Operators, and the team of the remote that the address names as `:remote`. */
  readonly ofRemote: Check
  /** Operators alone. */
  readonly operator: Check
}

/** The sender of an order whose route has one of the hooks. */
export const senderOf = ({ authority }: FastifyRequest): string => {
  if (!authority) throw new Error('the route has no hook of Authorities')
  return authority.who
}

const ACTOR = /^[\w.@ -]{1,80}$/
const params = z.object({ remote: z.string() })

const claimedActor = ({ headers }: FastifyRequest) => {
  const actor = headers['x-actor']
  return typeof actor === 'string' && ACTOR.test(actor) ? actor : undefined
}

export const createAuthorities = (
  { tokens }: Pick<Registry, 'tokens'>,
  /** Connections whose requests are an operator's. */
  operators: OperatorSockets,
): Authorities => {
  const authorityOf = async (request: FastifyRequest): Promise<Authority> => {
    const [, presented] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const actor = claimedActor(request)
    if (presented === undefined) {
      if (operators.has(request.raw.socket)) return { kind: 'operator', who: actor ?? 'operator' }
      throw new Problem(401, 'a deploy token is needed: set DEPLOY_TOKEN, or ask on the machine of the gateway')
    }
    const check = await tokens.check(presented)
    if (check.status === 'revoked') throw new Problem(401, 'this deploy token was revoked')
    if (check.status !== 'valid') throw new Problem(401, 'this deploy token is not known')
    const { remote, label } = check.token
    return { kind: 'team', remote, who: actor === undefined ? `token ${label}` : `${actor} (token ${label})` }
  }
  return {
    anyone: async (request) => {
      request.authority = await authorityOf(request)
    },
    ofRemote: async (request) => {
      const authority = await authorityOf(request)
      const { remote } = params.parse(request.params)
      if (authority.kind === 'team' && authority.remote !== remote)
        throw new Problem(403, `this deploy token is of ${authority.remote}, not of ${remote}`)
      request.authority = authority
    },
    operator: async (request) => {
      const authority = await authorityOf(request)
      if (authority.kind !== 'operator')
        throw new Problem(403, 'only an operator may do this, on the gateway’s machine')
      request.authority = authority
    },
  }
}
