import { normalDomain } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { isIssuerAddress, Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { array, boolean, maxLength, minLength, object, optional, string, trim, type infer as Infer } from 'zod/mini'
import { normalAddress } from '../../address.ts'
import type { Clock } from '../../clock.ts'
import type { Keys } from '../../store/keys.ts'
import { createAccountsRepository } from '../accounts-repository.ts'
import { createCompanies, listedCompanySchema } from './companies-repository.ts'

/** The path of the operations on the providers of companies, and on accounts that are excepted. */
export const IDENTITY_PATH = '/identity'
export const EXCEPTIONS_PATH = '/identity/exceptions'

const name = string().check(trim(), minLength(1), maxLength(40))
const secret = string().check(trim(), minLength(1), maxLength(500))

/** The provider of a domain that the organisation of an account has proved. */
export const companyOrderSchema = object({
  domain: string(),
  account: string(),
  title: name,
  issuer: string().check(maxLength(500)),
  clientId: string().check(trim(), minLength(1), maxLength(500)),
  clientSecret: secret,
  trustsAddresses: boolean(),
})
export type CompanyOrder = Infer<typeof companyOrderSchema>

const switchSchema = object({ domain: string(), enabled: optional(boolean()), enforced: optional(boolean()) })
const exceptionSchema = object({ account: string(), isExcepted: boolean() })
const failures = { 404: problemSchema, 409: problemSchema, 422: problemSchema }
const done200 = { 200: object({}), ...failures }

export type IdentityTools = {
  readonly database: Database
  readonly keys: Pick<Keys, 'token'>
  readonly clock: Clock
}

const domainOf = (text: string): string => {
  const domain = normalDomain(text.trim())
  if (domain === undefined) throw new Problem(422, `domain ${text}: that is none`)
  return domain
}
const unknownProvider = (domain: string) => new Problem(404, `domain ${domain}: it has no provider`)

/** Operations of the operator socket on the providers of companies (P-IDENTITY-7 to P-IDENTITY-9). */
export const identityOperations: FastifyPluginCallbackZod<{ readonly tools: IdentityTools }> = (
  app,
  { tools },
  done,
) => {
  const { database, keys, clock } = tools
  const companies = createCompanies(database, keys.token)

  app.post(
    IDENTITY_PATH,
    { schema: { body: companyOrderSchema, response: done200 } },
    async ({ body: { account: email, ...order } }) => {
      const domain = domainOf(order.domain)
      // The operator's own machine may have a provider, for a trial.
      if (!isIssuerAddress(order.issuer, true))
        throw new Problem(422, `issuer ${order.issuer}: it has to be an https address without a query`)
      const account = await createAccountsRepository(database).findByEmail(normalAddress(email))
      if (account === undefined) throw new Problem(404, `account ${email}: there is none; its organisation is meant`)
      const { organisationId } = account
      if (!(await companies.isProved(organisationId, domain)))
        throw new Problem(422, `domain ${domain}: the organisation of ${email} has not proved that it is its own`)
      if (!(await companies.set({ ...order, domain, organisationId, at: clock() })))
        throw new Problem(409, `domain ${domain}: it has the provider of another organisation; remove that one first`)
      return {}
    },
  )
  app.get(IDENTITY_PATH, { schema: { response: { 200: array(listedCompanySchema) } } }, () => companies.list())
  app.put(IDENTITY_PATH, { schema: { body: switchSchema, response: done200 } }, async ({ body }) => {
    const domain = domainOf(body.domain)
    if (body.enforced === true && (await companies.countExcepted(domain)) === 0)
      throw new Problem(
        422,
        `domain ${domain}: no account with a password is excepted, so that nobody could come in while the provider is down; ` +
          'except an owner first (identity except EMAIL on)',
      )
    if (!(await companies.switch(domain, body))) throw unknownProvider(domain)
    return {}
  })
  app.delete(
    IDENTITY_PATH,
    { schema: { querystring: object({ domain: string() }), response: done200 } },
    async ({ query }) => {
      const domain = domainOf(query.domain)
      if (!(await companies.remove(domain))) throw unknownProvider(domain)
      return {}
    },
  )
  app.post(EXCEPTIONS_PATH, { schema: { body: exceptionSchema, response: done200 } }, async ({ body }) => {
    if (!(await companies.except(normalAddress(body.account), body.isExcepted)))
      throw new Problem(404, `account ${body.account}: there is none`)
    return {}
  })
  done()
}
