import type { Queryable } from '@atalaia/database'
import { enum as oneOf, object, string, type infer as Infer } from 'zod/mini'
import { WEBHOOK_TEMPLATES } from '@atalaia/contracts/alerts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import {
  describedFindings,
  HAS_LATER_RUN,
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

const TAKE = `UPDATE webhook SET due_at = $2
  WHERE id = (
    SELECT id FROM webhook WHERE due_at <= $1 AND ${IS_WORKING} ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id::text AS "webhookId", organisation_id::text AS "organisationId"`
const ENTER = `SELECT template, least FROM webhook WHERE id = $1::uuid AND due_at = $2::timestamptz AND active`
const COLLECT = `INSERT INTO webhook_finding (webhook_id, monitored_id, source_id, reopened_at)
  SELECT $1::uuid, brought.monitored_id, brought.source_id, brought.reopened_at
  FROM (${newFindings('(SELECT run_id FROM webhook WHERE id = $1::uuid)')}) AS brought
  ON CONFLICT DO NOTHING`
const ADVANCE = `UPDATE webhook SET run_id = greatest(run_id, (SELECT max(id) FROM analysis WHERE organisation_id = $2))
  WHERE id = $1::uuid`
const WAITING = describedFindings('(SELECT * FROM webhook_finding WHERE webhook_id = $1::uuid AND outcome IS NULL)')
const END = `UPDATE webhook_finding SET outcome = ended.outcome, ended_at = $5
  FROM unnest($2::uuid[], $3::integer[], $4::text[], $6::timestamptz[]) AS ended (monitored_id, source_id, outcome, reopened_at)
  WHERE webhook_id = $1::uuid AND webhook_finding.monitored_id = ended.monitored_id
    AND webhook_finding.source_id = ended.source_id AND webhook_finding.reopened_at IS NOT DISTINCT FROM ended.reopened_at`
const FORGET = 'DELETE FROM webhook_finding WHERE webhook_id = $1::uuid AND outcome IS NULL'
/** A run that was recorded since `collect` had nobody to wake. */
const REST = `UPDATE webhook SET due_at = CASE WHEN ${HAS_LATER_RUN} THEN $3::timestamptz + interval '15 seconds' END
  WHERE id = $1::uuid`

/** The findings that webhooks are to be told of, each at once (M-HOOK-1). */
export const createWebhookQueue = (database: Queryable): FindingQueue<TakenWebhook, Recipient> => ({
  take: async (now, until) => {
    const [taken] = await database.query(takenSchema, TAKE, [now.toISOString(), until.toISOString()])
    return taken && { ...taken, until }
  },
  enter: async ({ webhookId, organisationId, until }) => {
    await lockOrganisation(database, organisationId)
    const [recipient] = await database.query(recipientSchema, ENTER, [webhookId, until.toISOString()])
    return recipient
  },
  collect: async ({ webhookId, organisationId }) => {
    await database.execute(COLLECT, [webhookId, organisationId])
    await database.execute(ADVANCE, [webhookId, organisationId])
    return database.query(newFindingSchema, WAITING, [webhookId])
  },
  end: async ({ webhookId, organisationId }, { ended, at }) => {
    const findings = ended.map(({ finding }) => finding)
    await database.execute(END, [
      webhookId,
      findings.map(({ monitoredId }) => monitoredId),
      findings.map(({ sourceId }) => sourceId),
      ended.map(({ outcome }) => outcome),
      at.toISOString(),
      findings.map(({ reopenedAt }) => reopenedAt),
    ])
    await database.execute(FORGET, [webhookId])
    await database.execute(REST, [webhookId, organisationId, at.toISOString()])
  },
})
