import { type Database, sql, type Sql } from '@atalaia/database'
import { int, object, string, type infer as Infer } from 'zod/mini'
import type { AllowedOrigins } from '../../base/access/cross-origin.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { limitOf } from '../../base/limits/limits-repository.ts'

/** Default limit of one organisation. */
export const MAX_ORIGINS = 100

const originSchema = object({ origin: string(), addedAt: string() })
export type AllowedOrigin = Infer<typeof originSchema>

export type OriginChange = {
  readonly organisationId: string
  readonly origin: string
  readonly actor: AuditActor
  readonly at: Date
}
export type AddedOrigin = 'added' | 'already-there' | 'limit-reached'

export type OriginsRepository = AllowedOrigins & {
  list(organisationId: string): Promise<AllowedOrigin[]>
  /** Keeps {@link MAX_ORIGINS}, or the operator's limit, even for simultaneous additions. */
  add(origin: OriginChange): Promise<AddedOrigin>
  /** `false`: it was not allowed. */
  remove(origin: OriginChange): Promise<boolean>
}

export const createOriginsRepository = (database: Database): OriginsRepository => {
  const exists = async (which: Sql): Promise<boolean> => {
    const found = await database.query(object({}), sql`SELECT 1 FROM allowed_origin WHERE ${which} LIMIT 1`)
    return found.length > 0
  }
  return {
    list: (organisationId) =>
      database.query(
        originSchema,
        sql`SELECT origin, to_json(added_at) #>> '{}' AS "addedAt"
         FROM allowed_origin WHERE organisation_id = ${organisationId} ORDER BY origin`,
      ),
    add: ({ organisationId, origin, actor, at }) =>
      database.transaction(async (transaction) => {
        await lockOrganisation(transaction, organisationId)
        const [known] = await transaction.query(
          object({ total: int(), there: int() }),
          sql`SELECT count(*)::int AS total, (count(*) FILTER (WHERE origin = ${origin}))::int AS there
           FROM allowed_origin WHERE organisation_id = ${organisationId}`,
        )
        if (known?.there === 1) return 'already-there'
        const most = await limitOf(transaction, organisationId, 'origens', MAX_ORIGINS)
        if ((known?.total ?? 0) >= most) return 'limit-reached'
        await transaction.execute(
          sql`INSERT INTO allowed_origin (organisation_id, origin, added_at) VALUES (${organisationId}, ${origin}, ${at.toISOString()})`,
        )
        const target = { kind: 'origin', name: origin } as const
        await recordAudit(transaction, { organisationId, action: 'origin.added', actor, at, target })
        return 'added'
      }),
    remove: ({ organisationId, origin, actor, at }) =>
      database.transaction(async (transaction) => {
        if (
          (await transaction.execute(
            sql`DELETE FROM allowed_origin WHERE organisation_id = ${organisationId} AND origin = ${origin}`,
          )) === 0
        )
          return false
        const target = { kind: 'origin', name: origin } as const
        await recordAudit(transaction, { organisationId, action: 'origin.removed', actor, at, target })
        return true
      }),
    isAllowed: (organisationId, origin) => exists(sql`organisation_id = ${organisationId} AND origin = ${origin}`),
    isAllowedByAny: (origin) => exists(sql`origin = ${origin}`),
  }
}
