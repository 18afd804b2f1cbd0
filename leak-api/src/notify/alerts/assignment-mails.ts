import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { int, object, string, type infer as Infer } from 'zod/mini'
import { CLOSED } from '../../base/closed-cases.ts'
import { enqueueMail, type NewMail } from '../../base/mail/enqueue-mail.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import type { AlertParts } from './send-alerts.ts'

const BATCH = 500
/** Cases given one by one go into one mail. */
const GATHERED_FOR = sql`interval '2 minutes'`
/** Against a colleague who gives cases all day. */
const QUIET_FOR = sql`interval '1 hour'`
const KIND = 'given-cases'

const ownerSchema = object({ accountId: string(), organisationId: string() })
type Owner = Infer<typeof ownerSchema>
/** In the last hour. Mails are found by their end. */
const toldLately = (now: Sql) => sql`SELECT FROM delivery WHERE kind = ${sql.lit(KIND)} AND recipient = account.email
  AND added_at > ${now} - ${QUIET_FOR} AND (ended_at IS NULL OR ended_at > ${now} - ${QUIET_FOR})`
/** The longest ago first. */
const ownersAt = (
  now: Sql,
) => sql`SELECT account_id::text AS "accountId", given_case.organisation_id::text AS "organisationId"
  FROM given_case JOIN organisation ON organisation.id = given_case.organisation_id JOIN account ON account.id = account_id
  WHERE suspended_at IS NULL AND NOT EXISTS (${toldLately(now)})
  GROUP BY account_id, given_case.organisation_id HAVING min(given_at) <= ${now} - ${GATHERED_FOR}
  ORDER BY min(given_at) LIMIT ${sql.lit(BATCH)}`
const take = (account: Sql, organisation: Sql) => sql`WITH told AS (
    DELETE FROM given_case WHERE account_id = ${account} AND organisation_id = ${organisation}
      AND EXISTS (SELECT FROM organisation WHERE id = ${organisation} AND suspended_at IS NULL) RETURNING monitored_id, source
  )
  SELECT count(*)::int AS cases FROM told JOIN leak_case USING (monitored_id, source)
    JOIN monitored_address AS mine ON mine.id = monitored_id AND mine.watched
  WHERE leak_case.owner_id = ${account} AND found AND state NOT IN ${CLOSED}`
const recipientOf = (
  account: Sql,
  organisation: Sql,
) => sql`SELECT email AS "to", coalesce(organisation.name, '') AS organisation
  FROM alert_setting AS setting JOIN account ON account.id = account_id JOIN organisation ON organisation.id = setting.organisation_id
  WHERE account_id = ${account} AND setting.organisation_id = ${organisation} AND channel = 'email' AND frequency <> 'nunca'
    AND mailbox_proved_at IS NOT NULL`

export type AssignmentMail = {
  readonly to: string
  /** '': unnamed. */
  readonly organisation: string
  /** Open; at least one. */
  readonly cases: number
  readonly origin: string
  readonly stop: string
  readonly at: Date
}

/** P-CASE-17 */
export const assignmentMail = ({ to, organisation, cases, origin, stop, at }: AssignmentMail): NewMail => ({
  to,
  kind: KIND,
  subject: cases === 1 ? '1 caso passou a ser seu' : `${cases} casos passaram a ser seus`,
  body: [
    `Outra pessoa ${organisation === '' ? 'da sua organização' : `da organização ${organisation}`} passou ${cases === 1 ? '1 caso em aberto' : `${cases} casos em aberto`} a você.`,
    { label: 'Ver os seus casos', link: `${origin}${PRODUCT_ROUTES.analytics}/casos?responsavel=eu` },
    'Você recebe esta mensagem porque recebe os avisos de vazamentos novos por e-mail.',
  ],
  stop,
  at,
})

/** In the transaction that forgets the told cases. */
const tell = async (transaction: Queryable, owner: Owner, { origin, stopLinks, at }: TellParts): Promise<void> => {
  // Cases are changed under the same lock: what is taken back meanwhile is not told.
  await lockOrganisation(transaction, owner.organisationId)
  const of = [sql`${owner.accountId}::uuid`, sql`${owner.organisationId}::bigint`] as const
  const [{ cases } = { cases: 0 }] = await transaction.query(object({ cases: int() }), take(...of))
  const [found] = await transaction.query(object({ to: string(), organisation: string() }), recipientOf(...of))
  if (found && cases > 0)
    await enqueueMail(transaction, assignmentMail({ ...found, cases, origin, stop: stopLinks.sign(owner), at }))
}
type TellParts = Pick<AlertParts, 'origin' | 'stopLinks'> & { readonly at: Date }

/** Several processes may run it: one mails each case (P-CASE-17). */
export const sendAssignmentMails = async ({ database, origin, stopLinks, clock }: AlertParts): Promise<void> => {
  const at = clock()
  const failures: unknown[] = []
  for (const owner of await database.query(ownerSchema, ownersAt(sql`${at.toISOString()}::timestamptz`)))
    // One that fails keeps no other waiting.
    await database
      .transaction((transaction) => tell(transaction, owner, { origin, stopLinks, at }))
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
