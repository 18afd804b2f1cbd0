import { MAX_ADDRESS_LENGTH, normalEmailAddress } from '@atalaia/contracts/email-address'
import type { Database, Queryable } from '@atalaia/database'
import { Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { enum as oneOf, maxLength, object, string, type infer as Infer } from 'zod/mini'
import { authenticationFailures, organisationOf, security } from '../access/caller.ts'
import { lockOrganisation } from '../accounts/accounts-repository.ts'
import type { Clock } from '../clock.ts'
import { createAnalysisRepository } from '../numbers/analysis-repository.ts'
import { tooManyRequests } from '../problems.ts'
import { confirmAddress, watchAddresses } from './domain-addresses.ts'
import { afterCheck } from './domain-state.ts'
import { createDomainsRepository } from './domains-repository.ts'
import { createMailboxCodes, type CodeMail, type GivenCode } from './mailbox-codes.ts'

type MailboxParts = { readonly database: Database; readonly limits: RateLimits; readonly clock: Clock }

/** The mailboxes that answer for a domain (RFC 2142). */
const MAILBOXES = ['hostmaster', 'postmaster', 'webmaster', 'admin', 'administrator'] as const
const text = () => string().check(maxLength(300))
const code = string().check(maxLength(50))
const addressBody = object({ email: text() })
const domainBody = object({ dominio: text(), caixa: oneOf(MAILBOXES) })
const sentSchema = object({ enviado_para: string() })
const confirmedSchema = object({ confirmado: string() })
const failures = { ...authenticationFailures, 404: problemSchema, 409: problemSchema, 422: problemSchema }
/** Mails that an organisation may cause in an hour, and codes that it may try: their readers did not ask for them. */
const PER_HOUR = 30
/** Mails to one mailbox in a day: of one organisation, and of all together. */
const [PER_MAILBOX_OF_ONE, PER_MAILBOX] = [5, 20]
const DAY_MS = 86_400_000
/** Characters of an address in a mail's subject. */
const MAX_SHOWN = 120

const notHere = () => new Problem(404, 'Isto não está na lista da sua organização.')
const TOO_LONG = 'Esta caixa tem um endereço longo demais. Prove o domínio por DNS.'
const WRONG = 'O código não confere, ou já não vale. Peça outro.'

const waitingAddress = async (on: Queryable, organisationId: string, given: string) => {
  const address = normalEmailAddress(given)
  const found = await on.query(
    object({}),
    'SELECT 1 FROM monitored_address WHERE organisation_id = $1 AND address = $2 AND NOT watched AND NOT by_domain',
    [organisationId, address ?? ''],
  )
  if (address === undefined || found.length === 0) throw notHere()
  return address
}
const namedDomain = async (on: Queryable, organisationId: string, { dominio, caixa }: Infer<typeof domainBody>) => {
  const domain = await createDomainsRepository(on).find(organisationId, dominio.trim().toLowerCase())
  if (domain === undefined) throw notHere()
  const mailbox = `${caixa}@${domain.domain}`
  if (mailbox.length > MAX_ADDRESS_LENGTH) throw new Problem(422, TOO_LONG)
  return { domain, mailbox }
}
const shown = (what: string) => (what.length > MAX_SHOWN ? `${what.slice(0, MAX_SHOWN)}…` : what)
/** A code that somebody asks for, and one that somebody gives back. `what` is what it is about. */
type Asked = Pick<CodeMail, 'purpose' | 'organisationId' | 'mailbox'> & { readonly what: string }
type Given = Omit<GivenCode, 'at'>

const schemas = (summary: string) => ({ summary, security })

/** Yes by mail: of an address's own mailbox, and of one that answers for a domain. For sessions alone (M-OWN-2). */
export const mailboxRoutes: FastifyPluginCallbackZod<MailboxParts> = (app, { database, limits, clock }, done) => {
  const mails = limits.window({ name: 'mailbox-codes', points: PER_HOUR, windowMs: 3_600_000 })
  const ofMailbox = limits.window({ name: 'mailbox-mails', points: PER_MAILBOX, windowMs: DAY_MS })
  const ofBoth = limits.window({ name: 'mailbox-own-mails', points: PER_MAILBOX_OF_ONE, windowMs: DAY_MS })
  const enter = async (request: FastifyRequest): Promise<string> => {
    const organisationId = organisationOf(request)
    const allowed = await mails.consume(organisationId)
    if (!allowed.ok) throw tooManyRequests(allowed)
    return organisationId
  }
  const send = async ({ purpose, organisationId, mailbox, what }: Asked) => {
    const own = `${organisationId} ${mailbox}`
    for (const allowed of [await ofBoth.peek(own), await ofMailbox.peek(mailbox)])
      if (!allowed.ok) throw tooManyRequests(allowed)
    const subject = `Código para confirmar ${shown(what)}`
    const body = [
      `Alguém que usa este serviço quer ver em que vazamentos aparece ${what}.`,
      'Quem lê esta caixa decide: só quem receber de você o código abaixo verá esses dados.',
    ]
    const sent = await database.transaction((transaction) =>
      createMailboxCodes(transaction).send({ purpose, organisationId, mailbox, subject, body, at: clock() }),
    )
    if (!sent)
      throw new Problem(409, `Um código foi enviado a ${mailbox} há pouco. Espere dez minutos para pedir outro.`)
    await ofBoth.consume(own)
    await ofMailbox.consume(mailbox)
    return { enviado_para: mailbox }
  }
  /** In a transaction of its own: a wrong attempt stays counted. */
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
        response: { 200: sentSchema, ...failures },
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
        response: { 200: confirmedSchema, ...failures },
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
        response: { 200: sentSchema, ...failures },
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
        response: { 200: confirmedSchema, ...failures },
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
      })
      await watchAddresses(database, { organisationId, domain, at })
      return { confirmado: domain }
    },
  )
  done()
}
