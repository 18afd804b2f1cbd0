import type { Queryable } from '@atalaia/database'
import { enum as oneOf, object, string, type infer as Infer } from 'zod/mini'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { SEVERITY_LEVELS } from '../../numbers/severity/severity.ts'
import { FORGET, FREQUENCIES, type AlertChannel } from './alert-settings.ts'
import { describedFindings, HAS_LATER_RUN, newFindings, newFindingSchema, type FindingQueue } from './new-findings.ts'

const takenSchema = object({ accountId: string(), organisationId: string() })
/** An account whose alerts about one organisation this process looks after, until `until`. */
export type Taken = Infer<typeof takenSchema> & { readonly until: Date }

const recipientSchema = object({
  to: string(),
  frequency: oneOf(FREQUENCIES),
  least: oneOf(SEVERITY_LEVELS),
  /** The name that the organisation has given itself; '': none. */
  organisation: string(),
})
export type Recipient = Infer<typeof recipientSchema>

/** The findings that accounts are to be told of by one channel. */
export type AlertQueue = FindingQueue<Taken, Recipient>

/** SQL: somebody who is told at all: one with a proved mailbox, or with a browser that shows pushes. */
const REACHED: Readonly<Record<AlertChannel, string>> = {
  email: `EXISTS (SELECT FROM account WHERE account.id = alert_setting.account_id AND mailbox_proved_at IS NOT NULL)`,
  push: `EXISTS (SELECT FROM push_subscription AS browser WHERE browser.account_id = alert_setting.account_id
    AND browser.organisation_id = alert_setting.organisation_id)`,
}
const queries = (channel: AlertChannel) => {
  const ofTaken = `account_id = $1::uuid AND organisation_id = $2 AND channel = '${channel}'`
  return {
    take: `UPDATE alert_setting SET due_at = $2
      WHERE channel = '${channel}' AND (account_id, organisation_id) = (
        SELECT account_id, organisation_id FROM alert_setting
        WHERE due_at <= $1 AND channel = '${channel}' AND ${REACHED[channel]}
          AND NOT EXISTS (SELECT FROM organisation WHERE id = organisation_id AND suspended_at IS NOT NULL)
        ORDER BY due_at, account_id, organisation_id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING account_id::text AS "accountId", organisation_id::text AS "organisationId"`,
    enter: `SELECT email AS "to", frequency, least, organisation.name AS organisation
      FROM alert_setting JOIN account ON account.id = account_id
      JOIN organisation ON organisation.id = alert_setting.organisation_id
      WHERE account_id = $1::uuid AND alert_setting.organisation_id = $2 AND channel = '${channel}' AND due_at = $3::timestamptz
        AND frequency <> 'nunca' AND ${REACHED[channel]}`,
    collect: `INSERT INTO alert (account_id, channel, monitored_id, source_id, reopened_at)
      SELECT $1::uuid, '${channel}', brought.monitored_id, brought.source_id, brought.reopened_at
      FROM (${newFindings(`(SELECT run_id FROM alert_setting WHERE ${ofTaken})`)}) AS brought
      ON CONFLICT DO NOTHING`,
    advance: `UPDATE alert_setting
      SET run_id = greatest(run_id, (SELECT max(id) FROM analysis WHERE organisation_id = $2))
      WHERE ${ofTaken}`,
    waiting: describedFindings(
      `(SELECT * FROM alert WHERE account_id = $1::uuid AND channel = '${channel}' AND outcome IS NULL AND monitored_id IN (
        SELECT id FROM monitored_address WHERE organisation_id = $2))`,
    ),
    end: `UPDATE alert SET outcome = ended.outcome, ended_at = $5
      FROM unnest($2::uuid[], $3::integer[], $4::text[], $6::timestamptz[]) AS ended (monitored_id, source_id, outcome, reopened_at)
      WHERE account_id = $1::uuid AND channel = '${channel}' AND alert.monitored_id = ended.monitored_id
        AND alert.source_id = ended.source_id AND alert.reopened_at IS NOT DISTINCT FROM ended.reopened_at`,
    // A run that was recorded since `collect` had nobody to wake: its findings are looked for ten minutes later.
    rest: `UPDATE alert_setting SET mailed_at = CASE WHEN $3 THEN $4::timestamptz ELSE mailed_at END,
      due_at = CASE WHEN $5::timestamptz IS NOT NULL THEN $5::timestamptz
        WHEN ${HAS_LATER_RUN}
        THEN $4::timestamptz + interval '10 minutes' END
      WHERE ${ofTaken}`,
  }
}
const QUERIES: Readonly<Record<AlertChannel, ReturnType<typeof queries>>> = {
  email: queries('email'),
  push: queries('push'),
}

export const createAlertQueue = (database: Queryable, channel: AlertChannel): AlertQueue => {
  const sql = QUERIES[channel]
  return {
    take: async (now, until) => {
      const [taken] = await database.query(takenSchema, sql.take, [now.toISOString(), until.toISOString()])
      return taken && { ...taken, until }
    },
    enter: async ({ accountId, organisationId, until }) => {
      await lockOrganisation(database, organisationId)
      const [recipient] = await database.query(recipientSchema, sql.enter, [
        accountId,
        organisationId,
        until.toISOString(),
      ])
      return recipient
    },
    collect: async ({ accountId, organisationId }) => {
      await database.execute(sql.collect, [accountId, organisationId])
      await database.execute(sql.advance, [accountId, organisationId])
      return database.query(newFindingSchema, sql.waiting, [accountId, organisationId])
    },
    end: async ({ accountId, organisationId }, { ended, at, next }) => {
      const findings = ended.map(({ finding }) => finding)
      await database.execute(sql.end, [
        accountId,
        findings.map(({ monitoredId }) => monitoredId),
        findings.map(({ sourceId }) => sourceId),
        ended.map(({ outcome }) => outcome),
        at.toISOString(),
        findings.map(({ reopenedAt }) => reopenedAt),
      ])
      await database.execute(FORGET, [accountId, organisationId, channel])
      const isTold = ended.some(({ outcome }) => outcome === 'told')
      await database.execute(sql.rest, [
        accountId,
        organisationId,
        isTold,
        at.toISOString(),
        next?.toISOString() ?? null,
      ])
    },
  }
}
