import { normalDomain } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { array, boolean, enum as oneOf, maxLength, nullable, object, string, undefined as undefined_ } from 'zod/mini'
import { authenticationFailures, organisationOf, security } from '../access/caller.ts'
import type { FairShares } from '../access/fair-shares.ts'
import { lockOrganisation } from '../accounts/accounts-repository.ts'
import type { Clock } from '../clock.ts'
import { tooManyRequests } from '../problems.ts'
import { registeredDomain } from '../store/registered-domain.ts'
import { unwatchAddresses } from './domain-addresses.ts'
import type { DomainOrders } from './domain-orders.ts'
import { PROOF_PATH, proofRecord, proofText } from './domain-proof.ts'
import { createDomainsRepository, MAX_DOMAINS, type WatchedDomain } from './domains-repository.ts'
import { mailboxRoutes } from './mailbox-routes.ts'

type DomainParts = {
  readonly database: Database
  readonly orders: DomainOrders
  readonly limits: RateLimits
  readonly shares: FairShares
  readonly isOwnershipChecked: boolean
  readonly clock: Clock
}

const bodySchema = object({ dominio: string().check(maxLength(300)) })
/** `esperando`: not proved yet; `perdido`: it was, and is no longer. Instants are ISO 8601. */
const domainSchema = object({
  dominio: string(),
  estado: oneOf(['esperando', 'provado', 'perdido']),
  /** The text that its owner publishes: as a TXT record of the name `registro` or of the domain, or as a line of the file. */
  prova: object({ registro: string(), texto: string(), arquivo: string() }),
  provado_por: nullable(oneOf(['dns', 'arquivo', 'email'])),
  provado_em: nullable(string()),
  conferido_em: nullable(string()),
  proxima_conferencia: nullable(string()),
  /** Why the last check found no proof. */
  falta: nullable(oneOf(['ausente', 'diferente', 'sem-resposta'])),
})
const listSchema = object({
  /** Whether addresses are watched only with their owner's yes, or with a proved domain. */
  posse_verificada: boolean(),
  dominios: array(domainSchema),
})

const PLACES = { dns: 'dns', file: 'arquivo', mail: 'email' } as const
const FAULTS = { absent: 'ausente', different: 'diferente', unreachable: 'sem-resposta' } as const
const stateOf = ({ provedAt, lostAt }: WatchedDomain) =>
  provedAt === null ? (lostAt === null ? 'esperando' : 'perdido') : 'provado'

const told = (watched: WatchedDomain) => {
  const { domain, token, provedBy, provedAt, checkedAt, nextCheckAt, fault } = watched
  return {
    dominio: domain,
    estado: stateOf(watched),
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
  } as const
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

/** The domains of the caller's organisation, for sessions alone (M-DOMAIN-1). */
export const domainRoutes: FastifyPluginCallbackZod<DomainParts> = (app, parts, done) => {
  const { database, orders, limits, shares, isOwnershipChecked, clock } = parts
  void app.register(mailboxRoutes, { database, limits, clock })
  const domains = createDomainsRepository(database)

  app.get(
    URL,
    {
      schema: { summary: 'Domains of the organisation', security, response: { 200: listSchema, ...failures } },
      config: { operation: 'domains:read' },
    },
    async (request) => ({
      posse_verificada: isOwnershipChecked,
      dominios: (await domains.list(organisationOf(request))).map(told),
    }),
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
      const added = await orders.name(organisationOf(request), domainIn(request.body.dominio))
      if (added === 'limit-reached') throw new Problem(422, `São no máximo ${MAX_DOMAINS} domínios.`)
      return reply.code(201).send(told(added))
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
      return told(checked.domain)
    },
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
      const organisationId = organisationOf(request)
      const domain = domainIn(request.query.dominio)
      const there = await database.transaction(async (transaction) => {
        await lockOrganisation(transaction, organisationId)
        const waiting = isOwnershipChecked ? ('added' as const) : ('none' as const)
        const removed = await createDomainsRepository(transaction).remove(organisationId, domain)
        if (removed) await unwatchAddresses(transaction, { organisationId, domain, at: clock(), waiting })
        return removed
      })
      if (!there) throw unknown()
      return reply.code(204).send()
    },
  )
  done()
}
