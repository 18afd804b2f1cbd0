import { normalDomain } from '@atalaia/contracts'
import { domainRemovedSchema, domainSchema, domainsSchema, type DomainFacts } from '@atalaia/contracts/domains'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, string, undefined as undefined_ } from 'zod/mini'
import { authenticationFailures, organisationOf, security } from '../../base/access/caller.ts'
import type { FairShares } from '../../base/access/fair-shares.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { registeredDomain } from '../../base/store/registered-domain.ts'
import { unwatchAddresses } from './domain-addresses.ts'
import { COUNTING } from '../counting-lock.ts'
import type { DomainOrders } from './domain-orders.ts'
import { PROOF_PATH, proofRecord, proofText } from './domain-proof.ts'
import { proofOf } from './domain-state.ts'
import { createDomainsRepository, type WatchedDomain } from './domains-repository.ts'
import { mailboxRoutes } from './mailbox-routes.ts'

type DomainParts = {
  readonly database: Database
  readonly orders: DomainOrders
  readonly shares: FairShares
  readonly isOwnershipChecked: boolean
  readonly clock: Clock
}

const bodySchema = object({ dominio: string().check(maxLength(300)) })

const PLACES = { dns: 'dns', file: 'arquivo', mail: 'email' } as const
const FAULTS = { absent: 'ausente', different: 'diferente', unreachable: 'sem-resposta' } as const
const STATES = { proved: 'provado', waiting: 'esperando', lost: 'perdido' } as const

const told = (watched: WatchedDomain, counts: ReadonlyMap<string, number>): DomainFacts => {
  const { domain, token, provedBy, provedAt, checkedAt, nextCheckAt, fault } = watched
  const addresses = counts.get(domain) ?? 0
  return {
    dominio: domain,
    estado: STATES[proofOf(watched)],
    prova: {
      registro: proofRecord(domain),
      texto: proofText(token),
      arquivo: `https://${domain}${PROOF_PATH}`,
    },
    provado_por: provedAt === null || provedBy === null ? null : PLACES[provedBy],
    provado_em: provedAt?.toISOString() ?? null,
    conferido_em: checkedAt?.toISOString() ?? null,
    proxima_conferencia: nextCheckAt?.toISOString() ?? null,
    falta: fault === null ? null : FAULTS[fault],
    enderecos: provedAt === null && addresses === 0 ? null : addresses,
  }
}

const INVALID = 'Informe um domínio, como empresa.com.br, sem http nem barra.'
const domainIn = (text: string): string => {
  const domain = normalDomain(text.trim())
  // A public suffix, such as com.br, is nobody's.
  if (domain === undefined || registeredDomain(domain) === '') throw new Problem(422, INVALID)
  return domain
}
const unknown = () => new Problem(404, 'Este domínio não está na lista.')

const URL = '/dominios'
const failures = { ...authenticationFailures, 404: problemSchema, 422: problemSchema }
const config = { operation: 'domains:write', invalid: { status: 422, message: INVALID } } as const

/** For sessions alone (M-DOMAIN-1). */
export const domainRoutes: FastifyPluginCallbackZod<DomainParts> = (app, parts, done) => {
  const { database, orders, shares, isOwnershipChecked, clock } = parts
  void app.register(mailboxRoutes, { database, orders: orders.mailboxes, clock })
  const domains = createDomainsRepository(database)
  const toldOne = async (watched: WatchedDomain) =>
    told(watched, await domains.countAddresses(watched.organisationId, watched.domain))
  const remove = async (request: FastifyRequest, given: string): Promise<string> => {
    const organisationId = organisationOf(request)
    const domain = domainIn(given)
    const there = await database.transaction(async (transaction) => {
      await lockOrganisation(transaction, organisationId)
      const waiting = isOwnershipChecked ? ('added' as const) : ('none' as const)
      const removed = await createDomainsRepository(transaction).remove(organisationId, domain)
      if (!removed) return false
      const at = clock()
      await unwatchAddresses(transaction, { organisationId, domain, at, waiting })
      const act = { action: 'domain.removed', actor: actorOf(request), at } as const
      await recordAudit(transaction, { organisationId, ...act, target: { kind: 'domain', name: domain } })
      return true
    }, COUNTING)
    if (!there) throw unknown()
    return domain
  }

  app.get(
    URL,
    {
      schema: { summary: 'Domains of the organisation', security, response: { 200: domainsSchema, ...failures } },
      config: { operation: 'domains:read' },
    },
    async (request) => {
      const organisationId = organisationOf(request)
      // One after the other: a call takes one connection of the pool.
      const listed = await domains.list(organisationId)
      const counts = await domains.countAddresses(organisationId)
      return { posse_verificada: isOwnershipChecked, dominios: listed.map((each) => told(each, counts)) }
    },
  )
  app.post(
    URL,
    {
      schema: {
        summary: 'Watch a domain, once it is proved',
        security,
        body: bodySchema,
        response: { 201: domainSchema, ...failures },
      },
      config,
    },
    async (request, reply) => {
      const added = await orders.name(organisationOf(request), domainIn(request.body.dominio), actorOf(request))
      if (added === 'limit-reached')
        throw new Problem(422, 'A organização já tem todos os domínios que pode ter. Fale com o suporte.')
      return reply.code(201).send(await toldOne(added))
    },
  )
  app.post(
    `${URL}/verificacao`,
    {
      schema: {
        summary: 'Look for the proof of a domain now',
        security,
        body: bodySchema,
        response: { 200: domainSchema, ...failures },
      },
      config,
    },
    async (request, reply) => {
      const checked = await orders.check(organisationOf(request), domainIn(request.body.dominio), (work) =>
        shares.outside(request, reply, work),
      )
      if (checked.status === 'put-off') throw tooManyRequests(checked.refusal)
      if (checked.status === 'unknown') throw unknown()
      return toldOne(checked.domain)
    },
  )
  // For pages, whose client only reads and posts.
  app.post(
    `${URL}/remover`,
    {
      schema: {
        summary: 'Watch a domain no longer, by POST',
        security,
        body: bodySchema,
        response: { 200: domainRemovedSchema, ...failures },
      },
      config,
    },
    async (request) => ({ removido: await remove(request, request.body.dominio) }),
  )
  app.delete(
    URL,
    {
      schema: {
        summary: 'Watch a domain no longer',
        security,
        querystring: bodySchema,
        response: { 204: undefined_(), ...failures },
      },
      config,
    },
    async (request, reply) => {
      await remove(request, request.query.dominio)
      return reply.code(204).send()
    },
  )
  done()
}
