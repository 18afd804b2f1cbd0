import { Problem, secondsToWait, type Refusal } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, string } from 'zod/mini'
import { keyTenantOf } from '../access/key-guard.ts'
import type { FairShares } from '../access/fair-shares.ts'
import { reaches } from '../access/tenancy.ts'
import { registeredDomain } from '../store/registered-domain.ts'
import { domainIn } from './hibp-queries.ts'
import { failures } from './hibp-schemas.ts'

type Named = { readonly token: string; readonly provedAt: Date | null; readonly fault: string | null }

/** The orders about domains that these calls carry out. */
export type Verification<Domain extends Named> = {
  name(organisationId: string, domain: string): Promise<Domain | 'limit-reached'>
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
}

const bodySchema = object({ DomainName: string().check(maxLength(300)) })
const ofKey = { config: { keyScope: 'domains:write' } } as const
const security = [{ key: [] }]

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

/** Proofs of domains by DNS, as Have I Been Pwned takes them: the record stands at the domain (M-HIBP-5). */
export const verificationRoutes = <Domain extends Named>(
  orders: Verification<Domain>,
  shares: FairShares,
): FastifyPluginCallbackZod => {
  return (app, _options, done) => {
    app.post(
      '/domainverification/generatednstoken',
      {
        schema: {
          summary: 'Name a domain; the text of its TXT record',
          security,
          body: bodySchema,
          response: { 200: object({ txtRecordValue: string() }), ...failures },
        },
        ...ofKey,
      },
      async (request) => {
        const { organisationId, domain } = domainOf(request, request.body.DomainName)
        const named = await orders.name(organisationId, domain)
        if (named === 'limit-reached') throw new Problem(400, 'Your organisation has too many domains.')
        if (named.provedAt !== null) throw new Problem(400, 'Domain has already been verified.')
        return { txtRecordValue: orders.textOf(named) }
      },
    )
    app.post(
      '/domainverification/verifydnstoken',
      {
        schema: {
          summary: 'Look for the TXT record of a domain now',
          security,
          body: bodySchema,
          response: { 200: object({}), ...failures },
        },
        ...ofKey,
      },
      async (request, reply) => {
        const { organisationId, domain } = domainOf(request, request.body.DomainName)
        const checked = await orders.check(organisationId, domain, (work) => shares.outside(request, reply, work))
        if (checked.status === 'put-off') {
          const seconds = String(secondsToWait(checked.refusal))
          throw new Problem(429, `Rate limit is exceeded. Try again in ${seconds} seconds.`, {
            headers: { 'retry-after': seconds },
          })
        }
        if (checked.status === 'unknown') throw new Problem(400, 'Generate a token for this domain first.')
        if (checked.domain.provedAt === null)
          throw new Problem(404, `The TXT record ${orders.textOf(checked.domain)} was not found on the domain.`)
        return {}
      },
    )
    done()
  }
}
