import type { Database } from '@atalaia/database'
import { int, object, string, type infer as Infer } from 'zod/mini'
import type { AllowedOrigins } from '../../base/access/cross-origin.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { limitOf } from '../../base/limits/limits-repository.ts'

/** Origins that one organisation may allow, unless the operator has set another number. */
export const MAX_ORIGINS = 100

const originSchema = object({ origin: string(), addedAt: string() })
/** `addedAt` is an ISO 8601 instant. */
export type AllowedOrigin = Infer<typeof originSchema>

export type OriginChange = {
  readonly organisationId: string
  readonly origin: string
  readonly actor: AuditActor
  readonly at: Date
}
export type AddedOrigin = 'added' | 'already-there' | 'limit-reached'

/** The origins that organisations allow. Origins are handed in as `parseOrigin` gives them. */
export type OriginsRepository = AllowedOrigins & {
  list(organisationId: string): Promise<AllowedOrigin[]>
  /** At most {@link MAX_ORIGINS} an organisation, or what the operator has set, also when additions run at once. */
  add(origin: OriginChange): Promise<AddedOrigin>
  /** `false` when the organisation had not allowed it. */
  remove(origin: OriginChange): Promise<boolean>
}

export const createOriginsRepository = (database: Database): OriginsRepository => {
  const exists = async (condition: string, values: readonly string[]): Promise<boolean> => {
    const found = await database.query(object({}), `SELECT 1 FROM allowed_origin WHERE ${condition} LIMIT 1`, values)
    return found.length > 0
  }
  return {
    list: (organisationId) =>
      database.query(
        originSchema,
        `SELECT origin, to_json(added_at) #>> '{}' AS "addedAt"
         FROM allowed_origin WHERE organisation_id = $1 ORDER BY origin`,
        [organisationId],
      ),
    add: ({ organisationId, origin, actor, at }) =>
      database.transaction(async (transaction) => {
        await lockOrganisation(transaction, organisationId)
        const [known] = await transaction.query(
          object({ total: int(), there: int() }),
          `SELECT count(*)::int AS total, (count(*) FILTER (WHERE origin = $2))::int AS there
           FROM allowed_origin WHERE organisation_id = $1`,
          [organisationId, origin],
        )
        if (known?.there === 1) return 'already-there'
        const most = await limitOf(transaction, organisationId, 'origens', MAX_ORIGINS)
        if ((known?.total ?? 0) >= most) return 'limit-reached'
        await transaction.execute(
          'INSERT INTO allowed_origin (organisation_id, origin, added_at) VALUES ($1, $2, $3)',
          [organisationId, origin, at.toISOString()],
        )
        const target = { kind: 'origin', name: origin } as const
        await recordAudit(transaction, { organisationId, action: 'origin.added', actor, at, target })
        return 'added'
      }),
    remove: ({ organisationId, origin, actor, at }) =>
      database.transaction(async (transaction) => {
        const sql = 'DELETE FROM allowed_origin WHERE organisation_id = $1 AND origin = $2'
        if ((await transaction.execute(sql, [organisationId, origin])) === 0) return false
        const target = { kind: 'origin', name: origin } as const
        await recordAudit(transaction, { organisationId, action: 'origin.removed', actor, at, target })
        return true
      }),
    isAllowed: (organisationId, origin) => exists('organisation_id = $1 AND origin = $2', [organisationId, origin]),
    isAllowedByAny: (origin) => exists('origin = $1', [origin]),
  }
}
