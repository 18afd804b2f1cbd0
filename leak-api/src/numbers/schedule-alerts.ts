import { sql, type Queryable } from '@atalaia/database'

/** The first of several imports wakes, and mails are 10 minutes apart (M-ALERT-1). */
const wakeMails = (organisations: readonly string[], at: Date) => sql`UPDATE alert_setting
  SET due_at = greatest(${at.toISOString()}::timestamptz + interval '15 seconds', mailed_at + interval '10 minutes')
  WHERE organisation_id = ANY(${organisations}::bigint[]) AND frequency = 'imediata' AND due_at IS NULL`
const wakeWebhooks = (
  organisations: readonly string[],
  at: Date,
) => sql`UPDATE webhook SET due_at = ${at.toISOString()}::timestamptz + interval '15 seconds'
  WHERE organisation_id = ANY(${organisations}::bigint[]) AND active AND due_at IS NULL`

/** Has new findings looked for, of organisations that an import has brought some. Called in the transaction that records their runs. */
export const scheduleAlerts = async (
  database: Queryable,
  organisations: readonly string[],
  at: Date,
): Promise<void> => {
  for (const wake of [wakeMails, wakeWebhooks]) await database.execute(wake(organisations, at))
}
