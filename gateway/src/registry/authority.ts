import type { OperatorSockets } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './publish/refusal.ts'
import type { Registry } from './registry.ts'

/** Who asks: an operator on this machine, or a team with a token of its remote. */
export type Authority =
  | { readonly kind: 'operator'; readonly who: string }
  | { readonly kind: 'team'; readonly remote: string; readonly who: string }

export type { OperatorSockets }

const claimed = (request: FastifyRequest) => {
  const actor = request.headers['x-actor']
  return typeof actor === 'string' && /^[\w.@ -]{1,80}$/.test(actor) ? actor : undefined
}

export const createAuthority = ({ tokens }: Pick<Registry, 'tokens'>, operators: OperatorSockets) => {
  const authorityOf = async (request: FastifyRequest): Promise<Authority> => {
    const [, presented] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const actor = claimed(request)
    if (presented === undefined) {
      if (operators.has(request.raw.socket)) return { kind: 'operator', who: actor ?? 'operator' }
      throw new Refusal(401, 'a deploy token is needed: set DEPLOY_TOKEN, or ask on the machine of the gateway')
    }
    const check = await tokens.check(presented)
    if (check.status === 'revoked') throw new Refusal(401, 'this deploy token was revoked')
    if (check.status !== 'valid') throw new Refusal(401, 'this deploy token is not known')
    const { remote, label } = check.token
    return { kind: 'team', remote, who: actor === undefined ? `token ${label}` : `${actor} (token ${label})` }
  }
  return {
    anyone: authorityOf,
    /** Who may act on `remote`. */
    of: async (request: FastifyRequest, remote: string): Promise<Authority> => {
      const authority = await authorityOf(request)
      if (authority.kind === 'team' && authority.remote !== remote)
        throw new Refusal(403, `this deploy token is of ${authority.remote}, not of ${remote}`)
      return authority
    },
    operator: async (request: FastifyRequest): Promise<Authority> => {
      const authority = await authorityOf(request)
      if (authority.kind !== 'operator')
        throw new Refusal(403, 'only an operator may do this, on the gateway’s machine')
      return authority
    },
  }
}

export type Authorities = ReturnType<typeof createAuthority>
