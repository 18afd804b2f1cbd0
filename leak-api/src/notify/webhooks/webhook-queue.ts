import { sql, type Queryable } from '@atalaia/database'
import { enum as oneOf, object, string, type infer as Infer } from 'zod/mini'
import { WEBHOOK_TEMPLATES } from '@atalaia/contracts/alerts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import {
  describedFindings,
  hasLaterRun,
  newFindings,
  newFindingSchema,
  type FindingQueue,
} from '../alerts/new-findings.ts'
import { SEVERITY_LEVELS } from '../../numbers/severity/severity.ts'
import { IS_WORKING } from './webhooks-repository.ts'

const takenSchema = object({ webhookId: string(), organisationId: string() })
/** A webhook whose findings this process looks for, until `until`. */
export type TakenWebhook = Infer<typeof takenSchema> & { readonly until: Date }

const recipientSchema = object({ template: oneOf(WEBHOOK_TEMPLATES), least: oneOf(SEVERITY_LEVELS) })
type Recipient = Infer<typeof recipientSchema>

/** The findings that webhooks are to be told of, each at once (M-HOOK-1). */
export const createWebhookQueue = (database: Queryable): FindingQueue<TakenWebhook, Recipient> => ({
  take: async (now, until) => {
    const [taken] = await database.query(
      takenSchema,
      sql`UPDATE webhook SET due_at = ${until.toISOString()}
        WHERE id = (
          SELECT id FROM webhook WHERE due_at <= ${now.toISOString()} AND ${IS_WORKING}
          ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id::text AS "webhookId", organisation_id::text AS "organisationId"`,
    )
    return taken && { ...taken, until }
  },
  enter: async ({ webhookId, organisationId, until }) => {
    await lockOrganisation(database, organisationId)
    const [recipient] = await database.query(
      recipientSchema,
      sql`SELECT template, least FROM webhook
        WHERE id = ${webhookId}::uuid AND due_at = ${until.toISOString()}::timestamptz AND active`,
    )
    return recipient
  },
  collect: async ({ webhookId, organisationId }) => {
    const webhook = sql`${webhookId}::uuid`
    const brought = newFindings(sql`${organisationId}`, sql`(SELECT run_id FROM webhook WHERE id = ${webhook})`)
    await database.execute(
      sql`INSERT INTO webhook_finding (webhook_id, monitored_id, source_id, reopened_at)
        SELECT ${webhook}, brought.monitored_id, brought.source_id, brought.reopened_at
        FROM (${brought}) AS brought
        ON CONFLICT DO NOTHING`,
    )
    await database.execute(
      sql`UPDATE webhook
        SET run_id = greatest(run_id, (SELECT max(id) FROM analysis WHERE organisation_id = ${organisationId}))
        WHERE id = ${webhook}`,
    )
    const waiting = sql`(SELECT * FROM webhook_finding WHERE webhook_id = ${webhook} AND outcome IS NULL)`
    return database.query(newFindingSchema, describedFindings(waiting))
  },
  end: async ({ webhookId, organisationId }, { ended, at }) => {
    const findings = ended.map(({ finding }) => finding)
    await database.execute(
      sql`UPDATE webhook_finding SET outcome = ended.outcome, ended_at = ${at.toISOString()}
        FROM unnest(${findings.map(({ monitoredId }) => monitoredId)}::uuid[], ${findings.map(({ sourceId }) => sourceId)}::integer[],
          ${ended.map(({ outcome }) => outcome)}::text[], ${findings.map(({ reopenedAt }) => reopenedAt)}::timestamptz[])
          AS ended (monitored_id, source_id, outcome, reopened_at)
        WHERE webhook_id = ${webhookId}::uuid AND webhook_finding.monitored_id = ended.monitored_id
          AND webhook_finding.source_id = ended.source_id
          AND webhook_finding.reopened_at IS NOT DISTINCT FROM ended.reopened_at`,
    )
    await database.execute(sql`DELETE FROM webhook_finding WHERE webhook_id = ${webhookId}::uuid AND outcome IS NULL`)
    // A run that was recorded since `collect` had nobody to wake.
    await database.execute(
      sql`UPDATE webhook
        SET due_at = CASE WHEN ${hasLaterRun(sql`${organisationId}`)} THEN ${at.toISOString()}::timestamptz + interval '15 seconds' END
        WHERE id = ${webhookId}::uuid`,
    )
  },
})
