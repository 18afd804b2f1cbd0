import { roleSchema } from '@atalaia/contracts'
import {
  LIMIT_NAMES,
  OPERATED_PAGE_SIZE,
  type LimitName,
  type LimitsBody,
  type OperatedDetail,
  type OperatedOrganisation,
  type OperatedPage,
  type OperatedPerson,
} from '@atalaia/contracts/operator'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { array, boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { NAME } from '../../base/people/members-repository.ts'
import { LIMIT_COLUMNS } from '../../base/limits/limits-repository.ts'

/** People that a search finds at most. */
export const MAX_PEOPLE = 50

export type OrganisationSearch = { readonly text: string; readonly isSuspended: boolean; readonly page: number }
export type Suspension = { readonly at: Date; readonly because: string }

/** Organisations and people as those who run the installation see them. What belongs to an organisation is counted, never told. */
export type OperatedRepository = {
  /** By a part of the name, a part of a member's address, or the id. */
  list(search: OrganisationSearch): Promise<OperatedPage>
  find(organisationId: string): Promise<OperatedDetail | undefined>
  people(text: string): Promise<OperatedPerson[]>
  /** The operator's limits; `null`: none are set. `undefined`: there is no such organisation. */
  limits(organisationId: string): Promise<Readonly<Record<LimitName, number | null>> | undefined>
  setLimits(organisationId: string, limits: LimitsBody): Promise<void>
  /** `undefined` takes a suspension away. */
  suspend(organisationId: string, suspension: Suspension | undefined): Promise<void>
}

const count = (what: string) => sql`(SELECT count(*)::int FROM ${sql.raw(what)})`
/** Sessions go with their end; the networks of log-ins stay. */
const seenBy = (accounts: Sql) => sql`to_json(greatest(
    (SELECT max(seen_at) FROM session WHERE account_id IN ${accounts}),
    (SELECT max(last_login) FROM known_network WHERE account_id IN ${accounts}))) #>> '{}'`
const MEMBERS = sql`(SELECT account_id FROM membership WHERE organisation_id = organisation.id)`
const USED: Readonly<Record<LimitName, Sql>> = {
  enderecos: count('monitored_address WHERE organisation_id = organisation.id AND NOT by_domain'),
  pessoas: count('membership WHERE organisation_id = organisation.id'),
  chaves: count('api_key WHERE organisation_id = organisation.id AND revoked_at IS NULL'),
  dominios: count('watched_domain WHERE organisation_id = organisation.id'),
  origens: count('allowed_origin WHERE organisation_id = organisation.id'),
}
const limitsOf = <Column>(column: (name: LimitName) => Column) => ({
  enderecos: column('enderecos'),
  pessoas: column('pessoas'),
  chaves: column('chaves'),
  dominios: column('dominios'),
  origens: column('origens'),
})
const rowSchema = object({
  id: string(),
  name: string(),
  createdAt: string(),
  seenAt: nullable(string()),
  suspendedAt: nullable(string()),
  because: nullable(string()),
  limits: object(limitsOf(() => object({ used: int(), own: nullable(int()) }))),
})
const LIMITS = sql.join(
  LIMIT_NAMES.map(
    (name) => sql`${sql.lit(name)}, jsonb_build_object('used', ${USED[name]}, 'own', ${sql.ref(LIMIT_COLUMNS[name])})`,
  ),
)
const COLUMNS = sql`organisation.id::text, ${NAME} AS name, to_json(created_at) #>> '{}' AS "createdAt",
  ${seenBy(MEMBERS)} AS "seenAt", to_json(suspended_at) #>> '{}' AS "suspendedAt", suspended_because AS because,
  jsonb_build_object(${LIMITS}) AS limits`
const foundSql = (
  text: string,
  isSuspended: boolean,
) => sql`(${text} = '' OR organisation.id::text = ${text} OR strpos(lower(organisation.name), lower(${text})) > 0 OR EXISTS (
    SELECT FROM membership JOIN account ON account.id = account_id
    WHERE membership.organisation_id = organisation.id AND strpos(email, lower(${text})) > 0))
  AND (NOT ${isSuspended}::boolean OR suspended_at IS NOT NULL)`

const toldBy =
  (standards: Readonly<Record<LimitName, number>>) =>
  ({ id, name, createdAt, seenAt, suspendedAt, because, limits }: Infer<typeof rowSchema>): OperatedOrganisation => ({
    id,
    nome: name,
    criada_em: createdAt,
    visto_em: seenAt,
    suspensa: suspendedAt === null || because === null ? null : { desde: suspendedAt, motivo: because },
    limites: limitsOf((which) => {
      const { used, own } = limits[which]
      return { usados: used, maximo: own ?? standards[which], proprio: own !== null }
    }),
  })

const memberSchema = object({ email: string(), papel: roleSchema, visto_em: nullable(string()) })
const personSchema = object({
  email: string(),
  criada_em: string(),
  visto_em: nullable(string()),
  caixa_confirmada: boolean(),
  sessoes: int(),
  aplicativo: boolean(),
  chaves: int(),
  operador: boolean(),
  organizacoes: array(object({ id: string(), nome: string(), papel: roleSchema })),
})
const peopleSql = (
  text: string,
) => sql`SELECT email, to_json(created_at) #>> '{}' AS criada_em, ${seenBy(sql`(account.id)`)} AS visto_em,
    mailbox_proved_at IS NOT NULL AS caixa_confirmada, ${count('session WHERE account_id = account.id')} AS sessoes,
    EXISTS (SELECT FROM authenticator_app WHERE account_id = account.id AND confirmed_at IS NOT NULL) AS aplicativo,
    ${count('passkey WHERE account_id = account.id')} AS chaves,
    EXISTS (SELECT FROM installation_operator WHERE account_id = account.id) AS operador,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', organisation.id::text, 'nome', ${NAME}, 'papel', role) ORDER BY since), '[]')
     FROM membership JOIN organisation ON organisation.id = membership.organisation_id
     WHERE membership.account_id = account.id) AS organizacoes
  FROM account WHERE strpos(email, lower(${text})) > 0 ORDER BY email LIMIT ${sql.lit(MAX_PEOPLE)}`

/** `standards`: what an organisation may have as long as the operator has set nothing. */
export const createOperatedRepository = (
  database: Queryable,
  standards: Readonly<Record<LimitName, number>>,
): OperatedRepository => {
  const told = toldBy(standards)
  return {
    list: async ({ text, isSuspended, page }) => {
      const found = foundSql(text, isSuspended)
      const [total] = await database.query(
        object({ found: int() }),
        sql`SELECT count(*)::int AS found FROM organisation WHERE ${found}`,
      )
      const rows = await database.query(
        rowSchema,
        sql`SELECT ${COLUMNS} FROM organisation WHERE ${found} ORDER BY organisation.id
         LIMIT ${OPERATED_PAGE_SIZE} OFFSET ${(page - 1) * OPERATED_PAGE_SIZE}`,
      )
      return { encontradas: total?.found ?? 0, linhas: rows.map(told) }
    },
    find: async (organisationId) => {
      const [row] = await database.query(
        rowSchema,
        sql`SELECT ${COLUMNS} FROM organisation WHERE id::text = ${organisationId}`,
      )
      if (row === undefined) return undefined
      const membros = await database.query(
        memberSchema,
        sql`SELECT email, role AS papel, ${seenBy(sql`(account.id)`)} AS visto_em
         FROM membership JOIN account ON account.id = account_id
         WHERE membership.organisation_id::text = ${organisationId} ORDER BY since, email`,
      )
      return { ...told(row), membros }
    },
    people: (text) => database.query(personSchema, peopleSql(text)),
    limits: async (organisationId) => {
      const own = LIMIT_NAMES.map((name) => sql`${sql.ref(LIMIT_COLUMNS[name])} AS ${sql.ref(name)}`)
      const [row] = await database.query(
        object(limitsOf(() => nullable(int()))),
        sql`SELECT ${sql.join(own)} FROM organisation WHERE id::text = ${organisationId}`,
      )
      return row
    },
    setLimits: async (organisationId, limits) => {
      for (const name of LIMIT_NAMES)
        if (limits[name] !== undefined)
          await database.execute(
            sql`UPDATE organisation SET ${sql.raw(LIMIT_COLUMNS[name])} = ${limits[name]} WHERE id::text = ${organisationId}`,
          )
    },
    suspend: async (organisationId, suspension) => {
      await database.execute(
        sql`UPDATE organisation SET suspended_at = ${suspension?.at.toISOString() ?? null}, suspended_because = ${suspension?.because ?? null} WHERE id::text = ${organisationId}`,
      )
    },
  }
}
