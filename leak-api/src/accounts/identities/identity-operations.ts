import { normalDomain } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { fetchForeign, isIssuerAddress, messageOf, Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import {
  array,
  boolean,
  discriminatedUnion,
  enum as oneOf,
  int,
  literal,
  maxLength,
  minLength,
  nullable,
  object,
  optional,
  string,
  trim,
  type infer as Infer,
} from 'zod/mini'
import { normalAddress } from '../../address.ts'
import { recordAccountAudit, recordAudit } from '../../audit/record-audit.ts'
import type { Clock } from '../../clock.ts'
import type { Keys } from '../../store/keys.ts'
import { createAccountsRepository, lockOrganisation } from '../../people/accounts-repository.ts'
import { createCompanies, listedCompanySchema } from './companies-repository.ts'
import { endOthers } from './held-people-repository.ts'
import { NEW_ROLES, type SamlFacts } from '../../people/provider.ts'
import { MAX_METADATA_BYTES, readMetadata } from './saml-metadata.ts'

/** The path of the operations on the providers of companies, and on accounts that are excepted. */
export const IDENTITY_PATH = '/identity'
export const EXCEPTIONS_PATH = '/identity/exceptions'

const name = string().check(trim(), minLength(1), maxLength(40))
const secret = string().check(trim(), minLength(1), maxLength(500))

const anyCompany = {
  domain: string(),
  account: string(),
  title: name,
  trustsAddresses: boolean(),
  newRole: oneOf(NEW_ROLES),
}
/** The provider of a domain that the organisation of an account has proved. */
export const companyOrderSchema = discriminatedUnion('kind', [
  object({
    kind: literal('oidc'),
    ...anyCompany,
    issuer: string().check(maxLength(500)),
    clientId: string().check(trim(), minLength(1), maxLength(500)),
    clientSecret: secret,
  }),
  /** `metadata`: the identity provider's, or the address at which it is. */
  object({ kind: literal('saml'), ...anyCompany, metadata: string().check(maxLength(MAX_METADATA_BYTES)) }),
])
export type CompanyOrder = Infer<typeof companyOrderSchema>

const switchSchema = object({ domain: string(), enabled: optional(boolean()), enforced: optional(boolean()) })
const exceptionSchema = object({ account: string(), isExcepted: boolean() })
const failures = { 404: problemSchema, 409: problemSchema, 422: problemSchema }
const done200 = { 200: object({}), ...failures }
/** The providers of all companies, and the address of the API, below which their addresses are; `null`: not known here. */
export const listedCompaniesSchema = object({ apiUrl: nullable(string()), companies: array(listedCompanySchema) })
/** The number of sessions that the change has ended. */
export const switchedSchema = object({ ended: int() })
const switched200 = { 200: switchedSchema, ...failures }

export type IdentityTools = {
  readonly database: Database
  readonly keys: Pick<Keys, 'token'>
  readonly clock: Clock
  /** The absolute address of the API; absent in a command's own process that was told none. */
  readonly apiUrl?: string | undefined
}

const domainOf = (text: string): string => {
  const domain = normalDomain(text.trim())
  if (domain === undefined) throw new Problem(422, `domain ${text}: that is none`)
  return domain
}
const METADATA_TIMEOUT_MS = 8000
const refuseMetadata = (error: unknown) => {
  throw new Problem(422, `metadata: ${messageOf(error)}`)
}
/** Reads the facts of a SAML identity provider from its metadata, or from the document at an address of the Internet. */
const samlFactsOf = async (metadata: string): Promise<SamlFacts> => {
  const isAddress = URL.canParse(metadata)
  if (isAddress && !metadata.startsWith('https://'))
    throw new Problem(422, 'metadata: the address has to begin with https://')
  const bounds = {
    allowed: { origins: [], local: false },
    maxBytes: MAX_METADATA_BYTES,
    timeoutMs: METADATA_TIMEOUT_MS,
  }
  const text = isAddress ? await fetchForeign(metadata, bounds).catch(refuseMetadata) : metadata
  try {
    return readMetadata(text)
  } catch (error) {
    return refuseMetadata(error)
  }
}
/** The common part of the operator's acts on a company's provider. */
const written = (organisationId: string, domain: string, at: Date) =>
  ({ organisationId, actor: { kind: 'operator' }, at, target: { kind: 'domain', name: domain } }) as const
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
      if (order.kind === 'oidc' && !isIssuerAddress(order.issuer, true))
        throw new Problem(422, `issuer ${order.issuer}: it has to be an https address without a query`)
      const account = await createAccountsRepository(database).findByEmail(normalAddress(email))
      if (account === undefined) throw new Problem(404, `account ${email}: there is none; its organisation is meant`)
      const { organisationId } = account
      if (!(await companies.isProved(organisationId, domain)))
        throw new Problem(422, `domain ${domain}: the organisation of ${email} has not proved that it is its own`)
      const facts = order.kind === 'saml' ? { ...order, ...(await samlFactsOf(order.metadata)) } : order
      await database.transaction(async (tx) => {
        const at = clock()
        if (!(await createCompanies(tx, keys.token).set({ ...facts, domain, organisationId, at })))
          throw new Problem(409, `domain ${domain}: it has the provider of another organisation; remove that one first`)
        const { issuer, title, trustsAddresses } = facts
        const after = { title, issuer, trustsAddresses }
        await recordAudit(tx, { ...written(organisationId, domain, at), action: 'company.configured', after })
      })
      return {}
    },
  )
  app.get(IDENTITY_PATH, { schema: { response: { 200: listedCompaniesSchema } } }, async () => ({
    apiUrl: tools.apiUrl ?? null,
    companies: await companies.list(),
  }))
  app.put(IDENTITY_PATH, { schema: { body: switchSchema, response: switched200 } }, async ({ body }) => {
    const domain = domainOf(body.domain)
    if (body.enforced === true && (await companies.countExcepted(domain)) === 0)
      throw new Problem(
        422,
        `domain ${domain}: no account with a password is excepted, so that nobody could come in while the provider is down; ` +
          'except an owner first (identity except EMAIL on)',
      )
    return database.transaction(async (tx) => {
      const changing = createCompanies(tx, keys.token)
      const owner = await changing.ownerOf(domain)
      if (owner !== undefined) await lockOrganisation(tx, owner)
      const organisationId = await changing.switch(domain, body)
      if (organisationId === undefined) throw unknownProvider(domain)
      const ended = await endOthers(tx, domain)
      const { enabled = null, enforced = null } = body
      const act = written(organisationId, domain, clock())
      await recordAudit(tx, { ...act, action: 'company.switched', after: { enabled, enforced } })
      return { ended }
    })
  })
  app.delete(
    IDENTITY_PATH,
    { schema: { querystring: object({ domain: string() }), response: done200 } },
    async ({ query }) => {
      const domain = domainOf(query.domain)
      await database.transaction(async (tx) => {
        const organisationId = await createCompanies(tx, keys.token).remove(domain)
        if (organisationId === undefined) throw unknownProvider(domain)
        await recordAudit(tx, { ...written(organisationId, domain, clock()), action: 'company.removed' })
      })
      return {}
    },
  )
  app.post(EXCEPTIONS_PATH, { schema: { body: exceptionSchema, response: done200 } }, async ({ body }) => {
    await database.transaction(async (tx) => {
      const account = await createAccountsRepository(tx).findByEmail(normalAddress(body.account))
      if (account === undefined) throw new Problem(404, `account ${body.account}: there is none`)
      const changing = createCompanies(tx, keys.token)
      await changing.except(account.email, body.isExcepted)
      const enforcement = await changing.enforcementFor(account.email)
      if (enforcement !== undefined) await endOthers(tx, enforcement.domain, account.email)
      const target = { kind: 'account', id: account.id, name: account.email } as const
      const act = { action: 'company.excepted', actor: { kind: 'operator' }, at: clock(), target } as const
      await recordAccountAudit(tx, account.id, { ...act, after: { excepted: body.isExcepted } })
    })
    return {}
  })
  done()
}
