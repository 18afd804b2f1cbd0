import { saoPauloDay } from '@atalaia/contracts'
import { compile, type Queryable } from '@atalaia/database'
import { int, object, string, type infer as Infer } from 'zod/mini'
import { morningOf } from '../../base/clock.ts'
import type { AlertParts } from './send-alerts.ts'
import { CLOSED } from '../../base/closed-cases.ts'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { dueMail } from './due-mail.ts'

/** People who are read at once. */
const BATCH = 500

/** SQL: the open cases of the account `owner` in an organisation that are due on `day`, or were before. */
const dueCases = (owner: string, organisation: string, day: string) => `FROM leak_case
  JOIN monitored_address AS mine ON mine.id = monitored_id AND mine.watched
  WHERE leak_case.organisation_id = ${organisation} AND leak_case.owner_id = ${owner} AND found
    AND due_on <= ${day}::date AND state NOT IN ${compile(CLOSED).sql}`
const OF_SETTING = dueCases('setting.account_id', 'setting.organisation_id', '$1')
const UNTOLD = `channel = 'email' AND (cases_told_on IS NULL OR cases_told_on < $1::date)`

/** SKIP LOCKED: two processes that look at the same moment never wait for each other's rows. */
const MARK_OTHERS = `UPDATE alert_setting SET cases_told_on = $1::date
  WHERE (account_id, organisation_id, channel) IN (
    SELECT account_id, organisation_id, channel FROM alert_setting AS setting
    WHERE ${UNTOLD} AND NOT EXISTS (SELECT ${OF_SETTING}) FOR UPDATE SKIP LOCKED)`
const ownerSchema = object({ accountId: string(), organisationId: string() })
type Owner = Infer<typeof ownerSchema>
const OWNERS = `SELECT account_id::text AS "accountId", setting.organisation_id::text AS "organisationId"
  FROM alert_setting AS setting JOIN organisation ON organisation.id = setting.organisation_id
  JOIN account ON account.id = account_id
  WHERE ${UNTOLD} AND frequency <> 'nunca' AND suspended_at IS NULL AND mailbox_proved_at IS NOT NULL AND EXISTS (SELECT ${OF_SETTING})
    AND (account_id, setting.organisation_id) > ($2::uuid, $3::bigint)
  ORDER BY account_id, setting.organisation_id LIMIT ${BATCH}`
const BEFORE_ALL: Owner = { accountId: '00000000-0000-0000-0000-000000000000', organisationId: '-1' }

/** Gives no row where another process has told the person, or it is to be told no longer. */
const TAKE = `UPDATE alert_setting AS setting SET cases_told_on = $1::date
  FROM account, organisation
  WHERE ${UNTOLD} AND setting.account_id = $2::uuid AND setting.organisation_id = $3 AND frequency <> 'nunca'
    AND account.id = setting.account_id AND mailbox_proved_at IS NOT NULL
    AND organisation.id = setting.organisation_id AND suspended_at IS NULL AND EXISTS (SELECT ${OF_SETTING})
  RETURNING email AS "to", coalesce(organisation.name, '') AS organisation`
const COUNT = `SELECT (count(*) FILTER (WHERE due_on < $1::date))::int AS late,
    (count(*) FILTER (WHERE due_on = $1::date))::int AS today ${dueCases('$2::uuid', '$3', '$1')}`

/** Queues the mail of one person, in the transaction that notes the day. */
const remind = async (
  transaction: Queryable,
  owner: Owner,
  {
    origin,
    stopLinks,
    day,
    at,
  }: Pick<AlertParts, 'origin' | 'stopLinks'> & { readonly day: string; readonly at: Date },
): Promise<void> => {
  // Cases are changed under the same lock: what is closed meanwhile is not told.
  await lockOrganisation(transaction, owner.organisationId)
  const parameters = [day, owner.accountId, owner.organisationId]
  const [taken] = await transaction.query(object({ to: string(), organisation: string() }), TAKE, parameters)
  const [counts] = await transaction.query(object({ late: int(), today: int() }), COUNT, parameters)
  if (taken && counts)
    await enqueueMail(transaction, dueMail({ ...taken, ...counts, origin, stop: stopLinks.sign(owner), at }))
}

/**
 * Tells people by mail of their cases that are due, from 8 h in São Paulo on (P-CASE-14). Who has none then is told the next morning of
 * what comes later. Several processes may do it at once: each person is told by one.
 */
export const remindOwners = async ({ database, origin, stopLinks, clock }: AlertParts): Promise<void> => {
  const at = clock()
  const day = saoPauloDay(at)
  if (at < morningOf(day)) return
  await database.execute(MARK_OTHERS, [day])
  const failures: unknown[] = []
  for (let after: Owner | undefined = BEFORE_ALL; after !== undefined;) {
    const owners: Owner[] = await database.query(ownerSchema, OWNERS, [day, after.accountId, after.organisationId])
    for (const owner of owners)
      // One that fails keeps no other waiting.
      await database
        .transaction((transaction) => remind(transaction, owner, { origin, stopLinks, day, at }))
        .catch((error: unknown) => failures.push(error))
    after = owners.length < BATCH ? undefined : owners.at(-1)
  }
  if (failures.length > 0) throw failures[0]
}
