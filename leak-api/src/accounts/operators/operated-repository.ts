import {
  type LimitName,
  LIMIT_NAMES,
  OPERATED_PAGE_SIZE,
  operatedPageSchema,
  type LimitsBody,
  type OperatedDetail,
  type OperatedPage,
  type OperatedPerson,
} from '@atalaia/contracts/operator'
import { roleSchema } from '@atalaia/contracts'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { array, boolean, int, nullable, object, string } from 'zod/mini'
import { MAX_KEYS } from '../api-keys/keys-repository.ts'
import { MAX_DOMAINS } from '../../numbers/domains/domains-repository.ts'
import { MAX_MEMBERS } from '../../base/people/invite.ts'
import { MAX_ADDRESSES } from '../../numbers/monitoring/add-address.ts'
import { MAX_ORIGINS } from '../../connect/portals/origins-repository.ts'
import { defineList } from '../../base/list.ts'
import { NAME } from '../../base/people/members-repository.ts'
import { LIMIT_COLUMNS } from '../../base/limits/limits-repository.ts'

/** The limits of an organisation for which the operator has set none (M-OPER-2). */
export const STANDARD_LIMITS: Readonly<Record<LimitName, number>> = {
  enderecos: MAX_ADDRESSES,
  pessoas: MAX_MEMBERS,
  chaves: MAX_KEYS,
  dominios: MAX_DOMAINS,
  origens: MAX_ORIGINS,
}

export const MAX_PEOPLE = 50

export type OrganisationSearch = { readonly text: string; readonly isSuspended: boolean; readonly page: number }
export type Suspension = { readonly at: Date; readonly because: string }

const count = (what: string) => sql`(SELECT count(*)::int FROM ${sql.raw(what)})`
/** Sessions vanish when they end; the networks of logins stay. */
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
type OperatedQuery = {
  readonly standards: Readonly<Record<LimitName, number>>
  readonly id?: string
  /** A part of the name, a part of a member's address, or the id. */
  readonly text?: string | undefined
  readonly isSuspended?: boolean
}
const limitSql = (
  name: LimitName,
  standard: number,
) => sql`${sql.lit(name)}, jsonb_build_object('usados', ${USED[name]},
  'maximo', coalesce(${sql.ref(LIMIT_COLUMNS[name])}, ${standard}::int), 'proprio', ${sql.ref(LIMIT_COLUMNS[name])} IS NOT NULL)`
const organisations = defineList({
  as: 'organisation',
  from: sql`organisation`,
  of: (_query: OperatedQuery) => sql`true`,
  row: operatedPageSchema.shape.linhas.def.element,
  columns: {
    id: sql`id::text`,
    nome: NAME,
    criada_em: sql`to_json(created_at) #>> '{}'`,
    visto_em: seenBy(MEMBERS),
    suspensa: sql`CASE WHEN suspended_at IS NOT NULL AND suspended_because IS NOT NULL
      THEN jsonb_build_object('desde', suspended_at, 'motivo', suspended_because) END`,
    limites: ({ standards }) =>
      sql`jsonb_build_object(${sql.join(LIMIT_NAMES.map((name) => limitSql(name, standards[name])))})`,
  },
  filters: {
    id: (id) => sql`id::text = ${id}`,
    text: (
      text,
    ) => sql`(organisation.id::text = ${text} OR strpos(lower(organisation.name), lower(${text})) > 0 OR EXISTS (
      SELECT FROM membership JOIN account ON account.id = account_id
      WHERE membership.organisation_id = organisation.id AND strpos(email, lower(${text})) > 0))`,
    isSuspended: () => sql`suspended_at IS NOT NULL`,
  },
  order: sql`organisation.id`,
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

/** Organisations and people for operators, with counts instead of contents. `standards`: default limits. */
export const createOperatedRepository = (database: Queryable, standards: Readonly<Record<LimitName, number>>) => {
  return {
    list: async ({ text, isSuspended, page }: OrganisationSearch): Promise<OperatedPage> => {
      const query = { standards, text: text || undefined, isSuspended }
      const { found, rows } = await organisations.page(database, query, { page, size: OPERATED_PAGE_SIZE })
      return { encontradas: found, linhas: rows }
    },
    find: async (id: string): Promise<OperatedDetail | undefined> => {
      const row = await organisations.find(database, { standards, id })
      if (row === undefined) return undefined
      const membros = await database.query(
        memberSchema,
        sql`SELECT email, role AS papel, ${seenBy(sql`(account.id)`)} AS visto_em
         FROM membership JOIN account ON account.id = account_id
         WHERE membership.organisation_id::text = ${id} ORDER BY since, email`,
      )
      return { ...row, membros }
    },
    people: (text: string): Promise<OperatedPerson[]> => database.query(personSchema, peopleSql(text)),
    /** `null`: no limit set by the operator. `undefined`: no such organisation. */
    limits: async (organisationId: string): Promise<Readonly<Record<LimitName, number | null>> | undefined> => {
      const own = LIMIT_NAMES.map((name) => sql`${sql.ref(LIMIT_COLUMNS[name])} AS ${sql.ref(name)}`)
      const [row] = await database.query(
        object(limitsOf(() => nullable(int()))),
        sql`SELECT ${sql.join(own)} FROM organisation WHERE id::text = ${organisationId}`,
      )
      return row
    },
    setLimits: async (organisationId: string, limits: LimitsBody): Promise<void> => {
      for (const name of LIMIT_NAMES)
        if (limits[name] !== undefined)
          await database.execute(
            sql`UPDATE organisation SET ${sql.raw(LIMIT_COLUMNS[name])} = ${limits[name]} WHERE id::text = ${organisationId}`,
          )
    },
    /** `undefined` lifts a suspension. */
    suspend: async (organisationId: string, suspension: Suspension | undefined): Promise<void> => {
      await database.execute(
        sql`UPDATE organisation SET suspended_at = ${suspension?.at.toISOString() ?? null}, suspended_because = ${suspension?.because ?? null} WHERE id::text = ${organisationId}`,
      )
    },
  }
}
export type OperatedRepository = ReturnType<typeof createOperatedRepository>
