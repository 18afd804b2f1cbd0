import { SUPPORT_STATES, type OrganisationNotices, type SupportAccess } from '@atalaia/contracts/operator'
import { type Queryable, sql } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS, HOUR_MS } from '../../base/clock.ts'
import { NAME } from '../../base/people/members-repository.ts'

const ANSWER_DAYS = 7
const LISTED = 50

export type NewRequest = {
  readonly organisationId: string
  readonly operatorId: string
  readonly reason: string
  readonly hours: number
  readonly at: Date
}

const foundSchema = object({
  id: string(),
  operatorId: string(),
  operator: string(),
  hours: int(),
  state: oneOf(SUPPORT_STATES),
})
export type FoundSupport = Infer<typeof foundSchema>

export type SupportOwner = { readonly organisationId: string } | { readonly operatorId: string } | 'installation'

const stateSql = (at: string) => sql`CASE WHEN outcome = 'refused' THEN 'negado' WHEN outcome = 'ended' THEN 'encerrado'
  WHEN expires_at <= ${at} THEN 'vencido' WHEN granted_at IS NULL THEN 'pedido' ELSE 'ativo' END`
const FROM = sql`support_access JOIN account ON account.id = operator_id`
const listedSchema = object({
  id: string(),
  organisationId: string(),
  organisation: string(),
  operator: string(),
  reason: string(),
  hours: int(),
  askedAt: string(),
  state: oneOf(SUPPORT_STATES),
  until: string(),
})
const told = ({ organisationId, organisation, ...one }: Infer<typeof listedSchema>): SupportAccess => ({
  id: one.id,
  organizacao: { id: organisationId, nome: organisation },
  operador: one.operator,
  motivo: one.reason,
  horas: one.hours,
  pedido_em: one.askedAt,
  situacao: one.state,
  ate: one.until,
})

/**
 * Operators' support accesses (M-SUPPORT-1 to M-SUPPORT-3). The caller of changes holds the
 * organisation's lock.
 */
export const createSupportRepository = (database: Queryable) => ({
  /** `undefined`: a request or access is open already. */
  ask: async ({ organisationId, operatorId, reason, hours, at }: NewRequest): Promise<string | undefined> => {
    const now = at.toISOString()
    await database.execute(
      sql`UPDATE support_access SET ended_at = expires_at, outcome = 'ended'
       WHERE operator_id = ${operatorId}::uuid AND organisation_id = ${organisationId} AND ended_at IS NULL AND expires_at <= ${now}`,
    )
    const [made] = await database.query(
      object({ id: string() }),
      sql`INSERT INTO support_access (organisation_id, operator_id, reason, hours, asked_at, expires_at)
       VALUES (${organisationId}, ${operatorId}::uuid, ${reason}, ${hours}, ${now}, ${new Date(at.getTime() + ANSWER_DAYS * DAY_MS).toISOString()}) ON CONFLICT DO NOTHING RETURNING id::text`,
    )
    return made?.id
  },
  list: async (owner: SupportOwner, at: Date): Promise<SupportAccess[]> => {
    const organisationId = owner !== 'installation' && 'organisationId' in owner ? owner.organisationId : null
    const operatorId = owner !== 'installation' && 'operatorId' in owner ? owner.operatorId : null
    const rows = await database.query(
      listedSchema,
      sql`SELECT support_access.id::text, support_access.organisation_id::text AS "organisationId", ${NAME} AS organisation,
         email AS operator, reason, hours, to_json(asked_at) #>> '{}' AS "askedAt", ${stateSql(at.toISOString())} AS state,
         to_json(coalesce(ended_at, expires_at)) #>> '{}' AS until
       FROM ${FROM} JOIN organisation ON organisation.id = support_access.organisation_id
       WHERE (${organisationId}::bigint IS NULL OR support_access.organisation_id = ${organisationId}) AND (${operatorId}::uuid IS NULL OR operator_id = ${operatorId})
       ORDER BY asked_at DESC, support_access.id LIMIT ${sql.lit(LISTED)}`,
    )
    return rows.map(told)
  },
  find: async (id: string, organisationId: string, at: Date): Promise<FoundSupport | undefined> => {
    const [found] = await database.query(
      foundSchema,
      sql`SELECT support_access.id::text, operator_id::text AS "operatorId", email AS operator, hours, ${stateSql(at.toISOString())} AS state
       FROM ${FROM} WHERE support_access.id::text = ${id} AND support_access.organisation_id = ${organisationId}`,
    )
    return found
  },
  organisationOf: async (id: string): Promise<string | undefined> => {
    const [found] = await database.query(
      object({ id: string() }),
      sql`SELECT organisation_id::text AS id FROM support_access WHERE id::text = ${id}`,
    )
    return found?.id
  },
  grant: async (id: string, hours: number, at: Date): Promise<void> => {
    const until = new Date(at.getTime() + hours * HOUR_MS)
    await database.execute(
      sql`UPDATE support_access SET granted_at = ${at.toISOString()}, expires_at = ${until.toISOString()} WHERE id = ${id}::uuid`,
    )
  },
  end: async (id: string, outcome: 'refused' | 'ended', at: Date): Promise<void> => {
    await database.execute(
      sql`UPDATE support_access SET ended_at = ${at.toISOString()}, outcome = ${outcome} WHERE id = ${id}::uuid AND ended_at IS NULL`,
    )
  },
  notices: async (
    organisationId: string,
    at: Date,
  ): Promise<Pick<OrganisationNotices, 'suspensa' | 'suporte' | 'pedidos'>> => {
    const [state] = await database.query(
      object({ since: nullable(string()), because: nullable(string()), waiting: int() }),
      sql`SELECT to_json(suspended_at) #>> '{}' AS since, suspended_because AS because,
         (SELECT count(*)::int FROM support_access WHERE organisation_id = organisation.id
          AND granted_at IS NULL AND ended_at IS NULL AND expires_at > ${at.toISOString()}) AS waiting
       FROM organisation WHERE id = ${organisationId}`,
    )
    const suporte = await database.query(
      object({ operador: string(), ate: string() }),
      sql`SELECT email AS operador, to_json(expires_at) #>> '{}' AS ate FROM ${FROM}
       WHERE support_access.organisation_id = ${organisationId} AND granted_at IS NOT NULL AND ended_at IS NULL AND expires_at > ${at.toISOString()}
       ORDER BY granted_at`,
    )
    const { since = null, because = null, waiting = 0 } = state ?? {}
    return {
      ...(since !== null && because !== null && { suspensa: { desde: since, motivo: because } }),
      suporte,
      pedidos: waiting,
    }
  },
})
