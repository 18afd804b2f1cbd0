import { codeConfirmedSchema, codeSentSchema, DOMAIN_MAILBOXES } from '@atalaia/contracts/domains'
import { normalEmailAddress } from '@atalaia/contracts/email-address'
import { type Database, type Queryable, sql } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { enum as oneOf, maxLength, object, string, type infer as Infer } from 'zod/mini'
import { authenticationFailures, organisationOf, security } from '../../base/access/caller.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { auditedAddresses } from '../../base/audit/audited-addresses.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import { createAnalysisRepository } from '../analysis-repository.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { beginToWatch, confirmAddress } from './domain-addresses.ts'
import { afterCheck } from './domain-state.ts'
import { createDomainsRepository } from './domains-repository.ts'
import { createMailboxCodes, type GivenCode } from './mailbox-codes.ts'
import type { AskedCode, MailboxOrders } from './mailbox-orders.ts'

type MailboxParts = { readonly database: Database; readonly orders: MailboxOrders; readonly clock: Clock }

const text = () => string().check(maxLength(300))
const code = string().check(maxLength(50))
const addressBody = object({ email: text() })
const domainBody = object({ dominio: text(), caixa: oneOf(DOMAIN_MAILBOXES) })
const failures = { ...authenticationFailures, 404: problemSchema, 409: problemSchema, 422: problemSchema }
const notHere = () => new Problem(404, 'Isto não está na lista da sua organização.')
const TOO_LONG = 'Esta caixa tem um endereço longo demais. Prove o domínio por DNS.'
const WRONG = 'O código não confere, ou já não vale. Peça outro.'

const waitingAddress = async (on: Queryable, organisationId: string, given: string) => {
  const address = normalEmailAddress(given)
  const found = await on.query(
    object({}),
    sql`SELECT 1 FROM monitored_address WHERE organisation_id = ${organisationId} AND address = ${address ?? ''} AND NOT watched AND NOT by_domain`,
  )
  if (address === undefined || found.length === 0) throw notHere()
  return address
}
const namedDomain = async (on: Queryable, organisationId: string, { dominio, caixa }: Infer<typeof domainBody>) => {
  const domain = await createDomainsRepository(on).find(organisationId, dominio.trim().toLowerCase())
  if (domain === undefined) throw notHere()
  return { domain, mailbox: `${caixa}@${domain.domain}` }
}
type Given = Omit<GivenCode, 'at'>

const schemas = (summary: string) => ({ summary, security })

/** Yes by mail for an address or a domain. For sessions alone (M-OWN-2). */
export const mailboxRoutes: FastifyPluginCallbackZod<MailboxParts> = (app, { database, orders, clock }, done) => {
  const enter = async (request: FastifyRequest): Promise<string> => {
    const organisationId = organisationOf(request)
    const allowed = await orders.enter(organisationId)
    if (!allowed.ok) throw tooManyRequests(allowed)
    return organisationId
  }
  const send = async (asked: AskedCode) => {
    const sent = await orders.send(asked)
    if (sent.status === 'too-long') throw new Problem(422, TOO_LONG)
    if (sent.status === 'put-off') throw tooManyRequests(sent.refusal)
    const { mailbox } = asked
    if (sent.status === 'sent-before')
      throw new Problem(409, `Um código foi enviado a ${mailbox} há pouco. Espere dez minutos para pedir outro.`)
    return { enviado_para: mailbox }
  }
  /** A separate transaction keeps wrong attempts counted. */
  const redeem = async ({ purpose, organisationId, mailbox, code: given }: Given) => {
    const isRight = await database.transaction((transaction) =>
      createMailboxCodes(transaction).redeem({ purpose, organisationId, mailbox, code: given, at: clock() }),
    )
    if (!isRight) throw new Problem(422, WRONG)
  }

  app.post(
    '/emails/codigo',
    {
      schema: {
        ...schemas('Mail a code to an address that waits'),
        body: addressBody,
        response: { 200: codeSentSchema, ...failures },
      },
      config: { operation: 'addresses:write' },
    },
    async (request) => {
      const organisationId = await enter(request)
      const address = await waitingAddress(database, organisationId, request.body.email)
      return send({ purpose: 'address', organisationId, mailbox: address, what: address })
    },
  )
  app.post(
    '/emails/confirmacao',
    {
      schema: {
        ...schemas('Give back the code of an address'),
        body: object({ ...addressBody.shape, codigo: code }),
        response: { 200: codeConfirmedSchema, ...failures },
      },
      config: { operation: 'addresses:write' },
    },
    async (request) => {
      const organisationId = await enter(request)
      const address = await waitingAddress(database, organisationId, request.body.email)
      await redeem({ purpose: 'address', organisationId, mailbox: address, code: request.body.codigo })
      const at = clock()
      await database.transaction(async (transaction) => {
        await lockOrganisation(transaction, organisationId)
        await confirmAddress(transaction, { organisationId, address, at })
        await createAnalysisRepository(transaction).recordAdditions({ organisationId, addresses: [address], at })
        const act = { organisationId, actor: actorOf(request), at, ...auditedAddresses([address]) }
        await recordAudit(transaction, { ...act, action: 'address.confirmed' })
      })
      return { confirmado: address }
    },
  )
  app.post(
    '/dominios/codigo',
    {
      schema: {
        ...schemas('Mail a code to a mailbox of a domain'),
        body: domainBody,
        response: { 200: codeSentSchema, ...failures },
      },
      config: { operation: 'domains:write' },
    },
    async (request) => {
      const organisationId = await enter(request)
      const { domain, mailbox } = await namedDomain(database, organisationId, request.body)
      return send({ purpose: 'domain', organisationId, mailbox, what: domain.domain })
    },
  )
  app.post(
    '/dominios/confirmacao',
    {
      schema: {
        ...schemas('Give back the code of a domain'),
        body: object({ ...domainBody.shape, codigo: code }),
        response: { 200: codeConfirmedSchema, ...failures },
      },
      config: { operation: 'domains:write' },
    },
    async (request) => {
      const organisationId = await enter(request)
      const { domain: named, mailbox } = await namedDomain(database, organisationId, request.body)
      await redeem({ purpose: 'domain', organisationId, mailbox, code: request.body.codigo })
      const at = clock()
      const { domain } = named
      await database.transaction(async (transaction) => {
        await lockOrganisation(transaction, organisationId)
        const domains = createDomainsRepository(transaction)
        const before = await domains.find(organisationId, domain)
        if (before === undefined) throw notHere()
        await domains.write(before.id, afterCheck(before, { status: 'proved', by: 'mail' }, at), at)
        const target = { kind: 'domain', id: before.id, name: domain } as const
        const act = { organisationId, actor: actorOf(request), at, target, after: { by: 'mail' } } as const
        await recordAudit(transaction, { ...act, action: 'domain.proved' })
      })
      await beginToWatch(database, { organisationId, domain, at })
      return { confirmado: domain }
    },
  )
  done()
}
