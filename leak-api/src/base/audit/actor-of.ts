import { routedBlockOf } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { AuditActor } from './record-audit.ts'

export const accountActor = (
  { id, email }: { readonly id: string; readonly email: string },
  { ip }: Pick<FastifyRequest, 'ip'>,
): AuditActor & { readonly kind: 'account' } => ({ kind: 'account', id, name: email, network: routedBlockOf(ip) })

export const actorOf = (request: FastifyRequest): AuditActor => {
  const { caller, keyCaller, ip } = request
  const network = routedBlockOf(ip)
  if (caller?.kind === 'session') return accountActor({ id: caller.accountId, email: caller.email }, request)
  if (caller !== null) return { kind: 'portal', id: caller.clientId, name: caller.user, network }
  return keyCaller === null ? { kind: 'unknown', network } : { kind: 'key', id: keyCaller.keyId, network }
}
