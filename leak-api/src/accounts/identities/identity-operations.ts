import { type Queryable, sql, type Database } from '@atalaia/database'
import { normalDomain } from '@atalaia/contracts'
import { fetchForeign, isIssuerAddress, messageOf } from '@atalaia/server'
import { WORKING, createCompanies } from './companies-repository.ts'
import { organisationOfAccount } from '../../base/account-organisation.ts'
import { normalAddress } from '../../base/address.ts'
import { recordAccountAudit, recordAudit } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { Keys } from '../../base/store/keys.ts'
import { createAccountsRepository, lockOrganisation } from '../../base/people/accounts-repository.ts'
import type { NewRole, SamlFacts } from '../../base/people/provider.ts'
import { MAX_METADATA_BYTES, readMetadata } from './saml-metadata.ts'

const OF_DOMAIN = sql`('.' || split_part(account.email, '@', 2)) LIKE '%.' || company.domain`
/** Accounts that must use their domain's provider. `email` limits them to one account. */
const heldSql = (
  domain: string,
  email: string | null,
) => sql`${WORKING} AND enforced AND company.domain = ${domain} AND ${OF_DOMAIN} AND NOT password_excepted
  AND (${email}::text IS NULL OR account.email = ${email})
  AND NOT EXISTS (SELECT FROM ${WORKING} AND ${OF_DOMAIN} AND length(company.domain) > length(${domain}::text))`

/**
 * Ends sessions that began by other ways than the provider that a domain enforces, of all its
 * people or of one. Returns their number. Excepted accounts keep theirs. In a transaction.
 */
const endOthers = async (transaction: Queryable, domain: string, email?: string): Promise<number> => {
  const held = heldSql(domain, email ?? null)
  // In one order: others change several accounts, too.
  await transaction.execute(sql`SELECT 1 FROM account, ${held} ORDER BY account.id FOR NO KEY UPDATE OF account`)
  // Logins and second steps under way end with it. Sessions of the provider's renew their tokens.
  await transaction.execute(sql`UPDATE account SET session_generation = session_generation + 1 FROM ${held}`)
  await transaction.execute(
    sql`DELETE FROM push_subscription AS browser USING account, ${held} AND browser.account_id = account.id
     AND NOT EXISTS (SELECT FROM session WHERE session.id = browser.session_id AND session.provider = company.id::text)`,
  )
  return transaction.execute(
    sql`DELETE FROM session USING account, ${held}
     AND session.account_id = account.id AND session.provider IS DISTINCT FROM company.id::text`,
  )
}

export type CompanyOrder = {
  readonly domain: string
  readonly account: string
  readonly title: string
  readonly trustsAddresses: boolean
  readonly newRole: NewRole
} & (
  | { readonly kind: 'oidc'; readonly issuer: string; readonly clientId: string; readonly clientSecret: string }
  /** `metadata`: the identity provider's document, or its address. */
  | { readonly kind: 'saml'; readonly metadata: string }
)

export type IdentityTools = {
  readonly database: Database
  readonly keys: Pick<Keys, 'token'>
  readonly clock: Clock
  readonly apiUrl?: string | undefined
}

const domainOf = (text: string): string => {
  const domain = normalDomain(text.trim())
  if (domain === undefined) throw new Error(`domain ${text}: that is none`)
  return domain
}
const METADATA_TIMEOUT_MS = 8000
const refuseMetadata = (cause: unknown) => {
  throw new Error(`metadata: ${messageOf(cause)}`, { cause })
}
const samlFactsOf = async (metadata: string): Promise<SamlFacts> => {
  const isAddress = URL.canParse(metadata)
  if (isAddress && !metadata.startsWith('https://')) throw new Error('metadata: the address has to begin with https://')
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
const written = (organisationId: string, domain: string, at: Date) =>
  ({ organisationId, actor: { kind: 'operator' }, at, target: { kind: 'domain', name: domain } }) as const
const unknownProvider = (domain: string) => new Error(`domain ${domain}: it has no provider`)

/**
 * Throws when the organisation has not proved the domain, or another organisation has its provider
 * (P-IDENTITY-7, P-IDENTITY-8).
 */
export const setCompany = async (
  { database, keys, clock }: IdentityTools,
  { account, ...order }: CompanyOrder,
): Promise<void> => {
  const domain = domainOf(order.domain)
  // The operator's own machine may have a provider, for a trial.
  if (order.kind === 'oidc' && !isIssuerAddress(order.issuer, true))
    throw new Error(`issuer ${order.issuer}: it has to be an https address without a query`)
  const organisationId = await organisationOfAccount(database, account)
  if (!(await createCompanies(database, keys.token).isProved(organisationId, domain)))
    throw new Error(`domain ${domain}: the organisation of ${account} has not proved that it is its own`)
  const facts = order.kind === 'saml' ? { ...order, ...(await samlFactsOf(order.metadata)) } : order
  await database.transaction(async (tx) => {
    const at = clock()
    if (!(await createCompanies(tx, keys.token).set({ ...facts, domain, organisationId, at })))
      throw new Error(`domain ${domain}: it has the provider of another organisation; remove that one first`)
    const { issuer, title, trustsAddresses } = facts
    const after = { title, issuer, trustsAddresses }
    await recordAudit(tx, { ...written(organisationId, domain, at), action: 'company.configured', after })
  })
}

type Switched = { readonly enabled?: boolean; readonly enforced?: boolean }

/** Returns the number of ended sessions (P-IDENTITY-9). */
export const switchCompany = async (
  { database, keys, clock }: IdentityTools,
  named: string,
  to: Switched,
): Promise<number> => {
  const domain = domainOf(named)
  if (to.enforced === true && (await createCompanies(database, keys.token).countExcepted(domain)) === 0)
    throw new Error(
      `domain ${domain}: no account with a password is excepted, so that nobody could come in while the provider is down; ` +
        'except an owner first (identity except EMAIL on)',
    )
  return database.transaction(async (tx) => {
    const changing = createCompanies(tx, keys.token)
    const owner = await changing.ownerOf(domain)
    if (owner !== undefined) await lockOrganisation(tx, owner)
    const organisationId = await changing.switch(domain, to)
    if (organisationId === undefined) throw unknownProvider(domain)
    const ended = await endOthers(tx, domain)
    const { enabled = null, enforced = null } = to
    const act = written(organisationId, domain, clock())
    await recordAudit(tx, { ...act, action: 'company.switched', after: { enabled, enforced } })
    return ended
  })
}

/** Throws when the domain has no provider. */
export const removeCompany = async ({ database, keys, clock }: IdentityTools, named: string): Promise<void> => {
  const domain = domainOf(named)
  await database.transaction(async (tx) => {
    const organisationId = await createCompanies(tx, keys.token).remove(domain)
    if (organisationId === undefined) throw unknownProvider(domain)
    await recordAudit(tx, { ...written(organisationId, domain, clock()), action: 'company.removed' })
  })
}

export const exceptAccount = async (
  { database, keys, clock }: IdentityTools,
  email: string,
  isExcepted: boolean,
): Promise<void> => {
  await database.transaction(async (tx) => {
    const account = await createAccountsRepository(tx).findByEmail(normalAddress(email))
    if (account === undefined) throw new Error(`account ${email}: there is none`)
    const changing = createCompanies(tx, keys.token)
    await changing.except(account.email, isExcepted)
    const enforcement = await changing.enforcementFor(account.email)
    if (enforcement !== undefined) await endOthers(tx, enforcement.domain, account.email)
    const target = { kind: 'account', id: account.id, name: account.email } as const
    const act = { action: 'company.excepted', actor: { kind: 'operator' }, at: clock(), target } as const
    await recordAccountAudit(tx, account.id, { ...act, after: { excepted: isExcepted } })
  })
}
