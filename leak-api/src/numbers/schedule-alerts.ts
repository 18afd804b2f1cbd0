import type { Queryable } from '@atalaia/database'

/** The first of several imports wakes, and mails are 10 minutes apart (M-ALERT-1). */
const WAKE_MAILS = `UPDATE alert_setting
  SET due_at = greatest($2::timestamptz + interval '15 seconds', mailed_at + interval '10 minutes')
  WHERE organisation_id = ANY($1::bigint[]) AND frequency = 'imediata' AND due_at IS NULL`
const WAKE_WEBHOOKS = `UPDATE webhook SET due_at = $2::timestamptz + interval '15 seconds'
  WHERE organisation_id = ANY($1::bigint[]) AND active AND due_at IS NULL`

/** Has new findings looked for, of organisations that an import has brought some. Called in the transaction that records their runs. */
export const scheduleAlerts = async (
  database: Queryable,
  organisations: readonly string[],
  at: Date,
): Promise<void> => {
  for (const wake of [WAKE_MAILS, WAKE_WEBHOOKS]) await database.execute(wake, [organisations, at.toISOString()])
}
