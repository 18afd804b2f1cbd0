import { createHmac } from 'node:crypto'
import { sql, type Queryable, type Database } from '@atalaia/database'
import { WEBHOOK_TEMPLATES } from '@atalaia/contracts/alerts'
import { enum as oneOf, object, string, type infer as Infer, parse } from 'zod/mini'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import {
  describedFindings,
  hasLaterRun,
  newFindings,
  newFindingSchema,
  type FindingQueue,
  tellDue,
} from '../alerts/new-findings.ts'
import { SEVERITY_LEVELS } from '../../numbers/severity/severity.ts'
import { IS_WORKING, createWebhooksRepository } from './webhooks-repository.ts'
import { addressProblem, type CallRules } from '../../base/called-address.ts'
import { HOUR_MS, MINUTE_MS, type Clock } from '../../base/clock.ts'
import { callReceiver, isTaken } from '../../base/deliveries/call-receiver.ts'
import type { Channel } from '../../base/deliveries/send-deliveries.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { enqueueCall } from './deliveries-repository.ts'
import { CALL_KINDS, EVENT_TYPES, findingCalls } from './webhook-body.ts'

const takenSchema = object({ webhookId: string(), organisationId: string() })
/** A webhook whose findings this process looks for, until `until`. */
type TakenWebhook = Infer<typeof takenSchema> & { readonly until: Date }

const recipientSchema = object({ template: oneOf(WEBHOOK_TEMPLATES), least: oneOf(SEVERITY_LEVELS) })
type Recipient = Infer<typeof recipientSchema>

/** The findings that webhooks are to be told of, each at once (M-HOOK-1). */
const createWebhookQueue = (database: Queryable): FindingQueue<TakenWebhook, Recipient> => ({
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

/** The header with the signature of a call (M-HOOK-2). */
const SIGNATURE_HEADER = 'atalaia-signature'
/** The header with the id of the delivery, which stays the same in each attempt. */
const DELIVERY_HEADER = 'atalaia-delivery'
const EVENT_HEADER = 'atalaia-event'

/**
 * Stripe's form: `t=` with the Unix time, and per secret `v1=` with the hex HMAC-SHA256 of time,
 * dot and body.
 */
const signatureOf = (body: string, secrets: readonly string[], at: Date): string => {
  const time = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
  )
  return [`t=${time}`, ...signatures].join(',')
}

/** Longer than a call can take. */
const LEASE_MS = MINUTE_MS
/** Each to another webhook. */
const CALLS_AT_ONCE = 4

export type WebhookParts = {
  readonly database: Database
  readonly ring: KeyRing
  readonly rules: CallRules
  readonly clock: Clock
}

export const queueWebhooks = ({
  database,
  origin,
  clock,
}: Pick<WebhookParts, 'database' | 'clock'> & { readonly origin: string }): Promise<void> =>
  tellDue({
    database,
    clock,
    queueOn: createWebhookQueue,
    enqueue: async (transaction, { taken: { webhookId }, recipient: { template }, told, at }) => {
      for (const call of findingCalls({ template, origin, at }, told))
        await enqueueCall(transaction, { ...call, webhookId, at })
    },
    nextLook: () => undefined,
  })

/** Signs calls; each webhook gets one at a time (M-HOOK-3). */
export const createWebhookChannel = ({ database, ring, rules, clock }: WebhookParts): Channel => {
  const webhooks = createWebhooksRepository(database, ring)
  return {
    name: 'webhook',
    isOpen: IS_WORKING,
    turns: { table: 'webhook', key: 'id' },
    deliver: async ({ id, kind, body, to }) => {
      const target = await webhooks.target(to, clock())
      if (target === undefined || addressProblem(target.address, rules) !== undefined)
        return { status: 'deferred', failure: 'EADDRESS' }
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Atalaia-Webhooks/1',
        [EVENT_HEADER]: EVENT_TYPES[parse(oneOf(CALL_KINDS), kind)],
        [DELIVERY_HEADER]: id,
        [SIGNATURE_HEADER]: signatureOf(body, target.secrets, clock()),
      }
      const ended = await callReceiver(target.address, { headers, body, local: rules.local })
      return { status: ended.answer !== undefined && isTaken(ended.answer) ? 'sent' : 'deferred', ...ended }
    },
    atOnce: CALLS_AT_ONCE,
    leaseMs: LEASE_MS,
    longestDelayMs: 2 * HOUR_MS,
  }
}
