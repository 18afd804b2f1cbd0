import { type Queryable, sql, type Sql } from '@atalaia/database'
import {
  boolean,
  discriminatedUnion,
  enum as oneOf,
  int,
  literal,
  nullable,
  object,
  string,
  type infer as Infer,
} from 'zod/mini'
import { domainsOf, NEW_ROLES, type NewRole, type Provider, type SamlFacts } from '../../base/people/provider.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { createSecretBox } from '../../base/store/secret-box.ts'
import { SEALED_COLUMNS } from '../../base/store/sealed-columns.ts'

const companyShape = {
  id: string(),
  organisationId: string(),
  domain: string(),
  title: string(),
  issuer: string(),
  trustsAddresses: boolean(),
  newRole: oneOf(NEW_ROLES),
}
const rowSchema = discriminatedUnion('kind', [
  object({ kind: literal('oidc'), ...companyShape, clientId: string(), clientSecret: string() }),
  object({ kind: literal('saml'), ...companyShape, signOnUrl: string(), certificates: string() }),
])

export const listedCompanySchema = object({
  domain: string(),
  title: string(),
  kind: oneOf(['oidc', 'saml']),
  issuer: string(),
  clientId: nullable(string()),
  newRole: oneOf(NEW_ROLES),
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
  readonly trustsAddresses: boolean
  readonly newRole: NewRole
  readonly at: Date
} & (
  | { readonly kind: 'oidc'; readonly issuer: string; readonly clientId: string; readonly clientSecret: string }
  | ({ readonly kind: 'saml' } & SamlFacts)
)

export type Enforcement = {
  readonly domain: string
  readonly provider: string
  readonly isExcepted: boolean
}

const COLUMNS = sql`kind, company.id::text, company.organisation_id::text AS "organisationId", company.domain, title, issuer,
  client_id AS "clientId", encode(client_secret, 'hex') AS "clientSecret", sign_on_url AS "signOnUrl", certificates,
  trusts_addresses AS "trustsAddresses", new_role AS "newRole"`
export const WORKING = sql`company_provider AS company
  JOIN watched_domain AS watched
    ON watched.organisation_id = company.organisation_id AND watched.domain = company.domain AND proved_at IS NOT NULL
  WHERE enabled`
const PEM_END = /(?<=-----END CERTIFICATE-----)\n(?=-----BEGIN)/
const NEAREST = sql`ORDER BY length(company.domain) DESC LIMIT 1`

/**
 * Providers of companies (P-IDENTITY-7). A provider with an unverified domain, or switched off, has
 * no effect. `ring` signs tokens; derived keys encrypt client secrets.
 */
export const createCompanies = (database: Queryable, ring: KeyRing) => {
  const box = createSecretBox(ring, SEALED_COLUMNS.clientSecret)
  const read = async (which: Sql): Promise<Provider | undefined> => {
    const [row] = await database.query(rowSchema, sql`SELECT ${COLUMNS} FROM ${WORKING} AND ${which}`)
    if (row === undefined) return undefined
    const { id, title, issuer, organisationId, domain, trustsAddresses, newRole } = row
    const named = { key: id, title, issuer, company: { organisationId, domain, trustsAddresses, newRole } }
    if (row.kind === 'saml') {
      const { kind, signOnUrl, certificates } = row
      return { ...named, kind, signOnUrl, certificates: certificates.split(PEM_END) }
    }
    const { kind, clientId, clientSecret } = row
    return { ...named, kind, clientId, clientSecret: box.open(Buffer.from(clientSecret, 'hex'), domain) }
  }
  const changed = async (statement: Sql) => (await database.execute(statement)) > 0
  const ofOrganisation = async (statement: Sql): Promise<string | undefined> => {
    const [row] = await database.query(
      object({ id: string() }),
      sql`${statement} RETURNING organisation_id::text AS id`,
    )
    return row?.id
  }
  return {
    find: (id: string): Promise<Provider | undefined> => read(sql`company.id::text = ${id}`),
    /** Finds the provider of the address's domain, or of the nearest domain above. */
    findFor: (email: string): Promise<Provider | undefined> =>
      read(sql`company.domain = ANY(${domainsOf(email)}::text[]) ${NEAREST}`),
    /** The only way in that the company allows; `undefined`: all are open. */
    enforcementFor: async (email: string): Promise<Enforcement | undefined> => {
      const [found] = await database.query(
        object({ domain: string(), provider: string(), isEnforced: boolean(), isExcepted: boolean() }),
        sql`SELECT company.domain, company.id::text AS provider, enforced AS "isEnforced",
           EXISTS (SELECT 1 FROM account WHERE email = ${email} AND password_excepted) AS "isExcepted"
         FROM ${WORKING} AND company.domain = ANY(${domainsOf(email)}::text[]) ${NEAREST}`,
      )
      if (found === undefined || !found.isEnforced) return undefined
      const { domain, provider, isExcepted } = found
      return { domain, provider, isExcepted }
    },
    isProved: async (organisationId: string, domain: string): Promise<boolean> => {
      const found = await database.query(
        object({}),
        sql`SELECT 1 FROM watched_domain WHERE organisation_id = ${organisationId} AND domain = ${domain} AND proved_at IS NOT NULL`,
      )
      return found.length > 0
    },
    /** Makes or replaces a domain's provider. `false`: another organisation has the domain. */
    set: (company: NewCompany): Promise<boolean> => {
      const { organisationId, domain, title, kind, issuer, trustsAddresses, newRole, at } = company
      const isSaml = company.kind === 'saml'
      return changed(
        sql`INSERT INTO company_provider AS known (organisation_id, domain, title, kind, issuer, client_id, client_secret,
           sign_on_url, certificates, trusts_addresses, new_role, created_at)
         VALUES (${organisationId}, ${domain}, ${title}, ${kind}, ${issuer}, ${isSaml ? null : company.clientId},
           ${isSaml ? null : Buffer.from(box.seal(company.clientSecret, domain))}, ${isSaml ? company.signOnUrl : null},
           ${isSaml ? company.certificates.join('\n') : null}, ${trustsAddresses}, ${newRole}, ${at.toISOString()})
         ON CONFLICT (domain) DO UPDATE SET title = excluded.title, kind = excluded.kind, issuer = excluded.issuer,
           client_id = excluded.client_id, client_secret = excluded.client_secret,
           sign_on_url = excluded.sign_on_url, certificates = excluded.certificates,
           trusts_addresses = excluded.trusts_addresses, new_role = excluded.new_role
         WHERE known.organisation_id = excluded.organisation_id`,
      )
    },
    list: (): Promise<ListedCompany[]> =>
      database.query(
        listedCompanySchema,
        sql`SELECT id::text, domain, title, kind, issuer, client_id AS "clientId", new_role AS "newRole",
           trusts_addresses AS "trustsAddresses", enabled, enforced, EXISTS (SELECT 1 FROM watched_domain AS watched WHERE watched.domain = company.domain
             AND watched.organisation_id = company.organisation_id AND proved_at IS NOT NULL) AS "isProved"
         FROM company_provider AS company ORDER BY domain`,
      ),
    ownerOf: async (domain: string): Promise<string | undefined> => {
      return (
        await database.query(
          object({ id: string() }),
          sql`SELECT organisation_id::text AS id FROM company_provider WHERE domain = ${domain}`,
        )
      )[0]?.id
    },
    /** Returns the provider's organisation; `undefined`: the domain has no provider. */
    switch: (
      domain: string,
      { enabled, enforced }: { readonly enabled?: boolean | undefined; readonly enforced?: boolean | undefined },
    ): Promise<string | undefined> =>
      ofOrganisation(
        sql`UPDATE company_provider SET enabled = coalesce(${enabled ?? null}, enabled),
           enforced = coalesce(${enforced ?? null}, enforced) WHERE domain = ${domain}`,
      ),
    remove: (domain: string): Promise<string | undefined> =>
      ofOrganisation(sql`DELETE FROM company_provider WHERE domain = ${domain}`),
    /** `false`: no such account. */
    except: (email: string, isExcepted: boolean): Promise<boolean> =>
      changed(sql`UPDATE account SET password_excepted = ${isExcepted} WHERE email = ${email}`),
    countExcepted: async (domain: string): Promise<number> => {
      const [{ total } = { total: 0 }] = await database.query(
        object({ total: int() }),
        sql`SELECT count(*)::int AS total FROM account
         WHERE password_excepted AND has_password AND ('.' || split_part(email, '@', 2)) LIKE '%.' || ${domain}`,
      )
      return total
    },
  }
}
export type Companies = ReturnType<typeof createCompanies>

export const noteJoin = async (
  database: Queryable,
  { organisationId, accountId, at }: { organisationId: string; accountId: string; at: Date },
): Promise<boolean> =>
  (await database.execute(
    sql`INSERT INTO company_join (organisation_id, account_id, joined_at) VALUES (${organisationId}, ${accountId}::uuid, ${at.toISOString()}) ON CONFLICT DO NOTHING`,
  )) === 1
