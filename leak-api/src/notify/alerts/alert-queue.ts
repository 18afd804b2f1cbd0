import { sql, type Queryable, type Sql } from '@atalaia/database'
import { enum as oneOf, object, string, type infer as Infer } from 'zod/mini'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { SEVERITY_LEVELS } from '../../numbers/severity/severity.ts'
import { forgetWaiting, FREQUENCIES, type AlertChannel } from './alert-settings.ts'
import { describedFindings, hasLaterRun, newFindings, newFindingSchema, type FindingQueue } from './new-findings.ts'

const takenSchema = object({ accountId: string(), organisationId: string() })
export type Taken = Infer<typeof takenSchema> & { readonly until: Date }

const recipientSchema = object({
  to: string(),
  frequency: oneOf(FREQUENCIES),
  least: oneOf(SEVERITY_LEVELS),
  /** '': unnamed. */
  organisation: string(),
})
export type Recipient = Infer<typeof recipientSchema>

export type AlertQueue = FindingQueue<Taken, Recipient>

const REACHED: Readonly<Record<AlertChannel, Sql>> = {
  email: sql`EXISTS (SELECT FROM account WHERE account.id = alert_setting.account_id AND mailbox_proved_at IS NOT NULL)`,
  push: sql`EXISTS (SELECT FROM push_subscription AS browser WHERE browser.account_id = alert_setting.account_id
    AND browser.organisation_id = alert_setting.organisation_id)`,
}

export const createAlertQueue = (database: Queryable, channel: AlertChannel): AlertQueue => {
  const channelName = sql.lit(channel)
  const partsOf = ({ accountId, organisationId }: Taken) => {
    const [account, organisation] = [sql`${accountId}::uuid`, sql`${organisationId}::bigint`]
    const own = sql`account_id = ${account} AND alert_setting.organisation_id = ${organisation} AND channel = ${channelName}`
    return { account, organisation, own }
  }
  return {
    take: async (now, until) => {
      const [taken] = await database.query(
        takenSchema,
        sql`UPDATE alert_setting SET due_at = ${until.toISOString()}
          WHERE channel = ${channelName} AND (account_id, organisation_id) = (
            SELECT account_id, organisation_id FROM alert_setting
            WHERE due_at <= ${now.toISOString()} AND channel = ${channelName} AND ${REACHED[channel]}
              AND NOT EXISTS (SELECT FROM organisation WHERE id = organisation_id AND suspended_at IS NOT NULL)
            ORDER BY due_at, account_id, organisation_id LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING account_id::text AS "accountId", organisation_id::text AS "organisationId"`,
      )
      return taken && { ...taken, until }
    },
    enter: async (taken) => {
      await lockOrganisation(database, taken.organisationId)
      const [recipient] = await database.query(
        recipientSchema,
        sql`SELECT email AS "to", frequency, least, organisation.name AS organisation
          FROM alert_setting JOIN account ON account.id = account_id
          JOIN organisation ON organisation.id = alert_setting.organisation_id
          WHERE ${partsOf(taken).own} AND due_at = ${taken.until.toISOString()}::timestamptz
            AND frequency <> 'nunca' AND ${REACHED[channel]}`,
      )
      return recipient
    },
    collect: async (taken) => {
      const { account, organisation, own } = partsOf(taken)
      const brought = newFindings(organisation, sql`(SELECT run_id FROM alert_setting WHERE ${own})`)
      await database.execute(
        sql`INSERT INTO alert (account_id, channel, monitored_id, source_id, reopened_at)
          SELECT ${account}, ${channelName}, brought.monitored_id, brought.source_id, brought.reopened_at
          FROM (${brought}) AS brought
          ON CONFLICT DO NOTHING`,
      )
      await database.execute(
        sql`UPDATE alert_setting
          SET run_id = greatest(run_id, (SELECT max(id) FROM analysis WHERE organisation_id = ${organisation}))
          WHERE ${own}`,
      )
      const waiting = sql`(SELECT * FROM alert WHERE account_id = ${account} AND channel = ${channelName} AND outcome IS NULL
        AND monitored_id IN (SELECT id FROM monitored_address WHERE organisation_id = ${organisation}))`
      return database.query(newFindingSchema, describedFindings(waiting))
    },
    end: async (taken, { ended, at, next }) => {
      const { account, organisation, own } = partsOf(taken)
      const findings = ended.map(({ finding }) => finding)
      await database.execute(
        sql`UPDATE alert SET outcome = ended.outcome, ended_at = ${at.toISOString()}
          FROM unnest(${findings.map(({ monitoredId }) => monitoredId)}::uuid[], ${findings.map(({ sourceId }) => sourceId)}::integer[],
            ${ended.map(({ outcome }) => outcome)}::text[], ${findings.map(({ reopenedAt }) => reopenedAt)}::timestamptz[])
            AS ended (monitored_id, source_id, outcome, reopened_at)
          WHERE account_id = ${account} AND channel = ${channelName} AND alert.monitored_id = ended.monitored_id
            AND alert.source_id = ended.source_id AND alert.reopened_at IS NOT DISTINCT FROM ended.reopened_at`,
      )
      await forgetWaiting(database, taken, channel)
      const now = sql`${at.toISOString()}::timestamptz`
      const mailedAt = ended.some(({ outcome }) => outcome === 'told') ? now : sql`mailed_at`
      // A run that was recorded since `collect` had nobody to wake: its findings are looked for ten minutes later.
      const later = sql`CASE WHEN ${hasLaterRun(organisation)} THEN ${now} + interval '10 minutes' END`
      await database.execute(
        sql`UPDATE alert_setting SET mailed_at = ${mailedAt},
            due_at = ${next === undefined ? later : sql`${next.toISOString()}::timestamptz`}
          WHERE ${own}`,
      )
    },
  }
}
