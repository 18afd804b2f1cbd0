import { saoPauloDay } from '@atalaia/contracts'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { int, object, string, type infer as Infer } from 'zod/mini'
import { morningOf } from '../../base/clock.ts'
import type { AlertParts } from './send-alerts.ts'
import { CLOSED } from '../../base/closed-cases.ts'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { dueMail } from './due-mail.ts'

const BATCH = 500

const dueCases = (owner: Sql, organisation: Sql, day: Sql) => sql`FROM leak_case
  JOIN monitored_address AS mine ON mine.id = monitored_id AND mine.watched
  WHERE leak_case.organisation_id = ${organisation} AND leak_case.owner_id = ${owner} AND found
    AND due_on <= ${day} AND state NOT IN ${CLOSED}`
const ofSetting = (day: Sql) => dueCases(sql`setting.account_id`, sql`setting.organisation_id`, day)
const untold = (day: Sql) => sql`channel = 'email' AND (cases_told_on IS NULL OR cases_told_on < ${day})`

/** SKIP LOCKED: simultaneous processes do not wait for each other's rows. */
const markOthers = (day: Sql) => sql`UPDATE alert_setting SET cases_told_on = ${day}
  WHERE (account_id, organisation_id, channel) IN (
    SELECT account_id, organisation_id, channel FROM alert_setting AS setting
    WHERE ${untold(day)} AND NOT EXISTS (SELECT ${ofSetting(day)}) FOR UPDATE SKIP LOCKED)`
const ownerSchema = object({ accountId: string(), organisationId: string() })
type Owner = Infer<typeof ownerSchema>
const ownersAfter = (
  { accountId, organisationId }: Owner,
  day: Sql,
) => sql`SELECT account_id::text AS "accountId", setting.organisation_id::text AS "organisationId"
  FROM alert_setting AS setting JOIN organisation ON organisation.id = setting.organisation_id
  JOIN account ON account.id = account_id
  WHERE ${untold(day)} AND frequency <> 'nunca' AND suspended_at IS NULL AND mailbox_proved_at IS NOT NULL AND EXISTS (SELECT ${ofSetting(day)})
    AND (account_id, setting.organisation_id) > (${accountId}::uuid, ${organisationId}::bigint)
  ORDER BY account_id, setting.organisation_id LIMIT ${sql.lit(BATCH)}`
const BEFORE_ALL: Owner = { accountId: '00000000-0000-0000-0000-000000000000', organisationId: '-1' }

const take = (
  { accountId, organisationId }: Owner,
  day: Sql,
) => sql`UPDATE alert_setting AS setting SET cases_told_on = ${day}
  FROM account, organisation
  WHERE ${untold(day)} AND setting.account_id = ${accountId}::uuid AND setting.organisation_id = ${organisationId} AND frequency <> 'nunca'
    AND account.id = setting.account_id AND mailbox_proved_at IS NOT NULL
    AND organisation.id = setting.organisation_id AND suspended_at IS NULL AND EXISTS (SELECT ${ofSetting(day)})
  RETURNING email AS "to", coalesce(organisation.name, '') AS organisation`
const count = (
  { accountId, organisationId }: Owner,
  day: Sql,
) => sql`SELECT (count(*) FILTER (WHERE due_on < ${day}))::int AS late,
    (count(*) FILTER (WHERE due_on = ${day}))::int AS today ${dueCases(sql`${accountId}::uuid`, sql`${organisationId}`, day)}`

/** In the transaction that notes the day. */
const remind = async (
  transaction: Queryable,
  owner: Owner,
  { origin, stopLinks, day, at }: Pick<AlertParts, 'origin' | 'stopLinks'> & { readonly day: Sql; readonly at: Date },
): Promise<void> => {
  // Cases are changed under the same lock: what is closed meanwhile is not told.
  await lockOrganisation(transaction, owner.organisationId)
  const [taken] = await transaction.query(object({ to: string(), organisation: string() }), take(owner, day))
  const [counts] = await transaction.query(object({ late: int(), today: int() }), count(owner, day))
  if (taken && counts)
    await enqueueMail(transaction, dueMail({ ...taken, ...counts, origin, stop: stopLinks.sign(owner), at }))
}

/** From 8 h in São Paulo on (P-CASE-14). Several processes may run it: one tells each person. */
export const remindOwners = async ({ database, origin, stopLinks, clock }: AlertParts): Promise<void> => {
  const at = clock()
  const today = saoPauloDay(at)
  if (at < morningOf(today)) return
  const day = sql`${today}::date`
  await database.execute(markOthers(day))
  const failures: unknown[] = []
  for (let after: Owner | undefined = BEFORE_ALL; after !== undefined;) {
    const owners: Owner[] = await database.query(ownerSchema, ownersAfter(after, day))
    for (const owner of owners)
      // One that fails keeps no other waiting.
      await database
        .transaction((transaction) => remind(transaction, owner, { origin, stopLinks, day, at }))
        .catch((error: unknown) => failures.push(error))
    after = owners.length < BATCH ? undefined : owners.at(-1)
  }
  if (failures.length > 0) throw failures[0]
}
