import { SUPPORT_STATES, type OrganisationNotices, type SupportAccess } from '@atalaia/contracts/operator'
import type { Queryable } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS, HOUR_MS } from '../../base/clock.ts'
import { NAME } from '../../base/people/members-repository.ts'

/** A request that nobody has answered ends. */
const ANSWER_DAYS = 7
/** Requests of one list, the newest first. */
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

/** Whose support accesses are meant. */
export type SupportOwner = { readonly organisationId: string } | { readonly operatorId: string } | 'installation'

/** Support accesses of operators to organisations (M-SUPPORT-1 to M-SUPPORT-3). Called with the organisation locked, where they change something. */
export type SupportRepository = {
  /** `undefined`: one is asked for or on already. */
  ask(request: NewRequest): Promise<string | undefined>
  list(owner: SupportOwner, at: Date): Promise<SupportAccess[]>
  find(id: string, organisationId: string, at: Date): Promise<FoundSupport | undefined>
  /** The organisation that an access is to. */
  organisationOf(id: string): Promise<string | undefined>
  grant(id: string, hours: number, at: Date): Promise<void>
  end(id: string, outcome: 'refused' | 'ended', at: Date): Promise<void>
  notices(organisationId: string, at: Date): Promise<Pick<OrganisationNotices, 'suspensa' | 'suporte' | 'pedidos'>>
}

const STATE = `CASE WHEN outcome = 'refused' THEN 'negado' WHEN outcome = 'ended' THEN 'encerrado'
  WHEN expires_at <= $1 THEN 'vencido' WHEN granted_at IS NULL THEN 'pedido' ELSE 'ativo' END`
const FROM = 'support_access JOIN account ON account.id = operator_id'
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

export const createSupportRepository = (database: Queryable): SupportRepository => ({
  ask: async ({ organisationId, operatorId, reason, hours, at }) => {
    const now = at.toISOString()
    await database.execute(
      `UPDATE support_access SET ended_at = expires_at, outcome = 'ended'
       WHERE operator_id = $1::uuid AND organisation_id = $2 AND ended_at IS NULL AND expires_at <= $3`,
      [operatorId, organisationId, now],
    )
    const [made] = await database.query(
      object({ id: string() }),
      `INSERT INTO support_access (organisation_id, operator_id, reason, hours, asked_at, expires_at)
       VALUES ($1, $2::uuid, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id::text`,
      [organisationId, operatorId, reason, hours, now, new Date(at.getTime() + ANSWER_DAYS * DAY_MS).toISOString()],
    )
    return made?.id
  },
  list: async (owner, at) => {
    const organisationId = owner !== 'installation' && 'organisationId' in owner ? owner.organisationId : null
    const operatorId = owner !== 'installation' && 'operatorId' in owner ? owner.operatorId : null
    const rows = await database.query(
      listedSchema,
      `SELECT support_access.id::text, support_access.organisation_id::text AS "organisationId", ${NAME} AS organisation,
         email AS operator, reason, hours, to_json(asked_at) #>> '{}' AS "askedAt", ${STATE} AS state,
         to_json(coalesce(ended_at, expires_at)) #>> '{}' AS until
       FROM ${FROM} JOIN organisation ON organisation.id = support_access.organisation_id
       WHERE ($2::bigint IS NULL OR support_access.organisation_id = $2) AND ($3::uuid IS NULL OR operator_id = $3)
       ORDER BY asked_at DESC, support_access.id LIMIT ${LISTED}`,
      [at.toISOString(), organisationId, operatorId],
    )
    return rows.map(told)
  },
  find: async (id, organisationId, at) => {
    const [found] = await database.query(
      foundSchema,
      `SELECT support_access.id::text, operator_id::text AS "operatorId", email AS operator, hours, ${STATE} AS state
       FROM ${FROM} WHERE support_access.id::text = $2 AND support_access.organisation_id = $3`,
      [at.toISOString(), id, organisationId],
    )
    return found
  },
  organisationOf: async (id) => {
    const [found] = await database.query(
      object({ id: string() }),
      'SELECT organisation_id::text AS id FROM support_access WHERE id::text = $1',
      [id],
    )
    return found?.id
  },
  grant: async (id, hours, at) => {
    const until = new Date(at.getTime() + hours * HOUR_MS)
    await database.execute('UPDATE support_access SET granted_at = $2, expires_at = $3 WHERE id = $1::uuid', [
      id,
      at.toISOString(),
      until.toISOString(),
    ])
  },
  end: async (id, outcome, at) => {
    await database.execute(
      'UPDATE support_access SET ended_at = $2, outcome = $3 WHERE id = $1::uuid AND ended_at IS NULL',
      [id, at.toISOString(), outcome],
    )
  },
  notices: async (organisationId, at) => {
    const [state] = await database.query(
      object({ since: nullable(string()), because: nullable(string()), waiting: int() }),
      `SELECT to_json(suspended_at) #>> '{}' AS since, suspended_because AS because,
         (SELECT count(*)::int FROM support_access WHERE organisation_id = organisation.id
          AND granted_at IS NULL AND ended_at IS NULL AND expires_at > $2) AS waiting
       FROM organisation WHERE id = $1`,
      [organisationId, at.toISOString()],
    )
    const suporte = await database.query(
      object({ operador: string(), ate: string() }),
      `SELECT email AS operador, to_json(expires_at) #>> '{}' AS ate FROM ${FROM}
       WHERE support_access.organisation_id = $1 AND granted_at IS NOT NULL AND ended_at IS NULL AND expires_at > $2
       ORDER BY granted_at`,
      [organisationId, at.toISOString()],
    )
    const { since = null, because = null, waiting = 0 } = state ?? {}
    return {
      ...(since !== null && because !== null && { suspensa: { desde: since, motivo: because } }),
      suporte,
      pedidos: waiting,
    }
  },
})
