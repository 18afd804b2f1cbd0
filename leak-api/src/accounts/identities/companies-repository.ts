import type { Queryable } from '@atalaia/database'
import { boolean, int, object, string, type infer as Infer } from 'zod/mini'
import { domainsOf, type Provider } from './provider.ts'
import { createSecretBox } from './secret-box.ts'

const rowSchema = object({
  id: string(),
  organisationId: string(),
  domain: string(),
  title: string(),
  issuer: string(),
  clientId: string(),
  clientSecret: string(),
  trustsAddresses: boolean(),
})

/** A company's provider as its operator sees it. */
export const listedCompanySchema = object({
  domain: string(),
  title: string(),
  issuer: string(),
  clientId: string(),
  id: string(),
  isProved: boolean(),
  trustsAddresses: boolean(),
  enabled: boolean(),
  enforced: boolean(),
})
export type ListedCompany = Infer<typeof listedCompanySchema>

export type NewCompany = {
  readonly organisationId: string
  readonly domain: string
  readonly title: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly trustsAddresses: boolean
  readonly at: Date
}

/** How a person of a company comes in. */
export type Enforcement = {
  readonly domain: string
  /** The key of the provider that is to be used. */
  readonly provider: string
  /** Whether the account of the address may come in by all other ways, too. */
  readonly isExcepted: boolean
}

/** The providers of companies (P-IDENTITY-7). One whose domain is no longer proved, or that is switched off, counts nowhere. */
export type Companies = {
  find(id: string): Promise<Provider | undefined>
  /** The provider of the address's domain, or of the nearest above it. */
  findFor(email: string): Promise<Provider | undefined>
  /** Says that the address's company refuses all other ways than its own. */
  enforcementFor(email: string): Promise<Enforcement | undefined>
  /** Whether an organisation has proved that the domain is its own. */
  isProved(organisationId: string, domain: string): Promise<boolean>
  /** Makes or replaces the provider of a domain. `false`: it is another organisation's. */
  set(company: NewCompany): Promise<boolean>
  list(): Promise<ListedCompany[]>
  /** `false`: the domain has no provider. */
  switch(domain: string, what: { readonly enabled?: boolean; readonly enforced?: boolean }): Promise<boolean>
  remove(domain: string): Promise<boolean>
  /** Excepts an account from the enforcement, or no longer. `false`: there is none. */
  except(email: string, isExcepted: boolean): Promise<boolean>
  /** Accounts of the domain, and of those below it, that are excepted. */
  countExcepted(domain: string): Promise<number>
}

const COLUMNS = `company.id::text, company.organisation_id::text AS "organisationId", company.domain, title, issuer,
  client_id AS "clientId", encode(client_secret, 'hex') AS "clientSecret", trusts_addresses AS "trustsAddresses"`
const WORKING = `company_provider AS company
  JOIN watched_domain AS watched
    ON watched.organisation_id = company.organisation_id AND watched.domain = company.domain AND proved_at IS NOT NULL
  WHERE enabled`
const NEAREST = 'ORDER BY length(company.domain) DESC LIMIT 1'

/** `key` is the one that signs tokens; client secrets are encrypted with another one that is derived from it. */
export const createCompanies = (database: Queryable, key: Uint8Array): Companies => {
  const box = createSecretBox(key)
  const read = async (which: string, parameters: readonly unknown[]): Promise<Provider | undefined> => {
    const [row] = await database.query(rowSchema, `SELECT ${COLUMNS} FROM ${WORKING} AND ${which}`, parameters)
    if (row === undefined) return undefined
    const { id, organisationId, domain, clientSecret, trustsAddresses, ...rest } = row
    return {
      ...rest,
      key: id,
      clientSecret: box.open(Buffer.from(clientSecret, 'hex'), domain),
      company: { organisationId, domain, trustsAddresses },
    }
  }
  const changed = async (sql: string, parameters: readonly unknown[]) => (await database.execute(sql, parameters)) > 0
  return {
    find: (id) => read('company.id::text = $1', [id]),
    findFor: (email) => read(`company.domain = ANY($1::text[]) ${NEAREST}`, [domainsOf(email)]),
    enforcementFor: async (email) => {
      const [found] = await database.query(
        object({ domain: string(), provider: string(), isEnforced: boolean(), isExcepted: boolean() }),
        `SELECT company.domain, company.id::text AS provider, enforced AS "isEnforced",
           EXISTS (SELECT 1 FROM account WHERE email = $2 AND password_excepted) AS "isExcepted"
         FROM ${WORKING} AND company.domain = ANY($1::text[]) ${NEAREST}`,
        [domainsOf(email), email],
      )
      if (found === undefined || !found.isEnforced) return undefined
      const { domain, provider, isExcepted } = found
      return { domain, provider, isExcepted }
    },
    isProved: async (organisationId, domain) => {
      const found = await database.query(
        object({}),
        'SELECT 1 FROM watched_domain WHERE organisation_id = $1 AND domain = $2 AND proved_at IS NOT NULL',
        [organisationId, domain],
      )
      return found.length > 0
    },
    set: ({ organisationId, domain, title, issuer, clientId, clientSecret, trustsAddresses, at }) =>
      changed(
        `INSERT INTO company_provider AS known
           (organisation_id, domain, title, issuer, client_id, client_secret, trusts_addresses, created_at)
         VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8)
         ON CONFLICT (domain) DO UPDATE SET title = excluded.title, issuer = excluded.issuer,
           client_id = excluded.client_id, client_secret = excluded.client_secret,
           trusts_addresses = excluded.trusts_addresses
         WHERE known.organisation_id = excluded.organisation_id`,
        [
          organisationId,
          domain,
          title,
          issuer,
          clientId,
          Buffer.from(box.seal(clientSecret, domain)).toString('hex'),
          trustsAddresses,
          at.toISOString(),
        ],
      ),
    list: () =>
      database.query(
        listedCompanySchema,
        `SELECT id::text, domain, title, issuer, client_id AS "clientId", trusts_addresses AS "trustsAddresses", enabled,
           enforced, EXISTS (SELECT 1 FROM watched_domain AS watched WHERE watched.domain = company.domain
             AND watched.organisation_id = company.organisation_id AND proved_at IS NOT NULL) AS "isProved"
         FROM company_provider AS company ORDER BY domain`,
      ),
    switch: (domain, { enabled, enforced }) =>
      changed(
        `UPDATE company_provider SET enabled = coalesce($2, enabled), enforced = coalesce($3, enforced) WHERE domain = $1`,
        [domain, enabled ?? null, enforced ?? null],
      ),
    remove: (domain) => changed('DELETE FROM company_provider WHERE domain = $1', [domain]),
    except: (email, isExcepted) =>
      changed('UPDATE account SET password_excepted = $2 WHERE email = $1', [email, isExcepted]),
    countExcepted: async (domain) => {
      const [{ total } = { total: 0 }] = await database.query(
        object({ total: int() }),
        `SELECT count(*)::int AS total FROM account
         WHERE password_excepted AND has_password AND ('.' || split_part(email, '@', 2)) LIKE '%.' || $1`,
        [domain],
      )
      return total
    },
  }
}
