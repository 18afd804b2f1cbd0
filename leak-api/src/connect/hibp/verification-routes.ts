import { Problem, secondsToWait, type Refusal } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, string } from 'zod/mini'
import { keyTenantOf } from '../../base/access/key-guard.ts'
import type { FairShares } from '../../base/access/fair-shares.ts'
import { reaches } from '../../base/access/tenancy.ts'
import { keySecurity } from '../../base/access/key-schemas.ts'
import { registeredDomain } from '../../base/store/registered-domain.ts'
import { domainIn, failures } from './hibp-schemas.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { AuditActor } from '../../base/audit/record-audit.ts'

type Named = { readonly token: string; readonly provedAt: Date | null; readonly fault: string | null }

export type Verification<Domain extends Named> = {
  name(organisationId: string, domain: string, actor: AuditActor): Promise<Domain | 'limit-reached'>
  check(
    organisationId: string,
    domain: string,
    outside: <Value>(work: () => Promise<Value>) => Promise<Value>,
  ): Promise<
    | { readonly status: 'checked'; readonly domain: Domain }
    | { readonly status: 'unknown' }
    | { readonly status: 'put-off'; readonly refusal: Refusal }
  >
  textOf(domain: Domain): string
  readonly mailboxes: {
    enter(organisationId: string): Promise<{ readonly ok: true } | Refusal>
    send(asked: {
      readonly purpose: 'domain'
      readonly organisationId: string
      readonly mailbox: string
      readonly what: string
    }): Promise<
      | { readonly status: 'sent' | 'sent-before' | 'too-long' }
      | { readonly status: 'put-off'; readonly refusal: Refusal }
    >
  }
}

const text = string().check(maxLength(300))
const bodySchema = object({ DomainName: text })
const mailBodySchema = object({ DomainName: text, EmailAlias: text })
/** The original's mailboxes that also prove a domain here; readers of `info` or `security` may not. */
const MAILBOXES = ['admin', 'hostmaster', 'webmaster']
const ofKey = { config: { keyScope: 'domains:write' } } as const

const tooMany = (refusal: Refusal) => {
  const seconds = String(secondsToWait(refusal))
  return new Problem(429, `Rate limit is exceeded. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': seconds },
  })
}

const domainOf = (request: FastifyRequest, given: string) => {
  const { organisationId, rows } = keyTenantOf(request)
  const domain = domainIn(given)
  // A public suffix, such as com.br, is nobody's.
  if (registeredDomain(domain) === '') throw new Problem(400, 'The domain is a public suffix, which nobody proves.')
  // A key that is limited proves what it reaches.
  if (rows === 'all' || reaches({ addresses: [], domains: rows.domains }, `@${domain}`))
    return { organisationId, domain }
  throw new Problem(403, 'Your API key does not have access to this domain.')
}

/** Proves domains by DNS or mail, like Have I Been Pwned: the record is at the domain (M-HIBP-5). */
export const verificationRoutes = <Domain extends Named>(
  orders: Verification<Domain>,
  shares: FairShares,
): FastifyPluginCallbackZod => {
  const named = async (request: FastifyRequest, organisationId: string, domain: string) => {
    const found = await orders.name(organisationId, domain, actorOf(request))
    if (found === 'limit-reached') throw new Problem(400, 'Your organisation has too many domains.')
    if (found.provedAt !== null) throw new Problem(400, 'Domain has already been verified.')
    return found
  }
  return (app, _options, done) => {
    app.post(
      '/domainverification/generatednstoken',
      {
        schema: {
          summary: 'Name a domain; the text of its TXT record',
          security: keySecurity,
          body: bodySchema,
          response: { 200: object({ txtRecordValue: string() }), ...failures },
        },
        ...ofKey,
      },
      async (request) => {
        const { organisationId, domain } = domainOf(request, request.body.DomainName)
        return { txtRecordValue: orders.textOf(await named(request, organisationId, domain)) }
      },
    )
    app.post(
      '/domainverification/verifydnstoken',
      {
        schema: {
          summary: 'Look for the TXT record of a domain now',
          security: keySecurity,
          body: bodySchema,
          response: { 200: object({}), ...failures },
        },
        ...ofKey,
      },
      async (request, reply) => {
        const { organisationId, domain } = domainOf(request, request.body.DomainName)
        const checked = await orders.check(organisationId, domain, (work) => shares.outside(request, reply, work))
        if (checked.status === 'put-off') throw tooMany(checked.refusal)
        if (checked.status === 'unknown') throw new Problem(400, 'Generate a token for this domain first.')
        if (checked.domain.provedAt === null)
          throw new Problem(404, `The TXT record ${orders.textOf(checked.domain)} was not found on the domain.`)
        return {}
      },
    )
    app.post(
      '/domainverification/sendemail',
      {
        schema: {
          summary: 'Name a domain, and mail a code to a mailbox of it, which a person hands over',
          security: keySecurity,
          body: mailBodySchema,
          response: { 200: object({}), ...failures },
        },
        ...ofKey,
      },
      async (request) => {
        const { organisationId, domain } = domainOf(request, request.body.DomainName)
        const alias = request.body.EmailAlias.trim().toLowerCase()
        if (!MAILBOXES.includes(alias))
          throw new Problem(400, `The EmailAlias field did not contain a valid value: ${MAILBOXES.join(', ')}.`)
        const { mailboxes } = orders
        const allowed = await mailboxes.enter(organisationId)
        if (!allowed.ok) throw tooMany(allowed)
        await named(request, organisationId, domain)
        const mailbox = `${alias}@${domain}`
        const sent = await mailboxes.send({ purpose: 'domain', organisationId, mailbox, what: domain })
        if (sent.status === 'too-long') throw new Problem(400, 'The domain is too long for a mailbox.')
        if (sent.status === 'put-off') throw tooMany(sent.refusal)
        if (sent.status === 'sent-before')
          throw new Problem(400, 'An email was sent to this mailbox less than ten minutes ago.')
        return {}
      },
    )
    done()
  }
}
