import type { LoginAnswer } from '@atalaia/contracts'
import { networkOf } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Account } from './accounts-repository.ts'
import type { KnownNetworks } from './known-networks.ts'
import type { Sessions } from './sessions.ts'

type BeginParts = {
  readonly sessions: Pick<Sessions, 'begin'>
  readonly networks: KnownNetworks
  readonly clock: Clock
}

/** Begins a session of a person who has shown all that the account asks for. Each way to log in ends here. */
export type BeginSession = (account: Account, request: FastifyRequest, reply: FastifyReply) => Promise<LoginAnswer>

export const createBeginSession =
  ({ sessions, networks, clock }: BeginParts): BeginSession =>
  async (account, request, reply) => {
    await networks.add(account.id, networkOf(request.ip), clock())
    const token = await sessions.begin(account, request, reply)
    return { access_token: token, ...(account.mustEnrol && { pendente: 'segundo-fator' }) }
  }
