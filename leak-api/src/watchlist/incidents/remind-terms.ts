import { incidentFactsSchema } from '@atalaia/contracts/incidents'
import { type Database, type Queryable, sql } from '@atalaia/database'
import { array, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS, type Clock } from '../../base/clock.ts'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { repeat, type Repeated } from '../../base/repeat.ts'
import { endingTerms, type EndingTerm } from './ending-terms.ts'
import { createIncidentsRepository } from './incidents-repository.ts'
import { termMail } from './term-mail.ts'

const LOOK_EVERY_MS = 300_000
const BATCH = 500
/** Forty business days are sixty days, plus holidays. */
const LONGEST_TERM_MS = 120 * DAY_MS
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const openSchema = object({
  id: string(),
  organisationId: string(),
  facts: incidentFactsSchema,
  /** Written by {@link keyOf}. */
  told: array(string()),
})
type OpenIncident = Infer<typeof openSchema>
const openSql = (
  after: string,
  since: string,
) => sql`SELECT incident.id::text, organisation_id::text AS "organisationId", facts,
    ARRAY(SELECT term || ' ' || last_day FROM incident_reminder WHERE incident_id = incident.id) AS told
  FROM incident JOIN organisation ON organisation.id = organisation_id
  WHERE incident.id > ${after}::uuid AND suspended_at IS NULL AND facts->>'situacao' = 'aberto'
    AND greatest((facts->>'conhecido_em')::timestamptz, (facts->>'anpd_em')::timestamptz) > ${since}
  ORDER BY incident.id LIMIT ${sql.lit(BATCH)}`

const recipientSchema = object({ email: string(), organisation: string() })
const recipients = (
  organisationId: string,
  id: string,
) => sql`SELECT email, coalesce(organisation.name, '') AS organisation
  FROM membership JOIN account ON account.id = account_id JOIN organisation ON organisation.id = membership.organisation_id
  WHERE membership.organisation_id = ${organisationId}::bigint AND suspended_at IS NULL AND mailbox_proved_at IS NOT NULL
    AND (role = 'owner' OR EXISTS (
      SELECT FROM incident_event WHERE incident_id = ${id}::uuid AND incident_event.account_id = account.id))
  ORDER BY email`

const keyOf = ({ prazo, ultimo_dia: last }: EndingTerm) => `${prazo} ${last}`

/** False: noted earlier. */
const note = async (transaction: Queryable, id: string, { prazo, ultimo_dia: last }: EndingTerm, at: Date) => {
  const added = await transaction.execute(
    sql`INSERT INTO incident_reminder (incident_id, term, last_day, told_at) VALUES (${id}::uuid, ${prazo}, ${last}::date, ${at.toISOString()})
     ON CONFLICT DO NOTHING`,
  )
  return added > 0
}

export type ReminderParts = {
  readonly database: Database
  readonly origin: string
  readonly clock: Clock
}

/** In the transaction that notes the told terms. */
const remind = async (
  transaction: Queryable,
  { id, organisationId }: OpenIncident,
  { origin, at }: { readonly origin: string; readonly at: Date },
): Promise<void> => {
  // Changes of incidents are made under the same lock: what is met meanwhile is not told.
  await lockOrganisation(transaction, organisationId)
  const row = await createIncidentsRepository(transaction).find(organisationId, id)
  const people = await transaction.query(recipientSchema, recipients(organisationId, id))
  if (row === undefined || people.length === 0) return
  const terms: EndingTerm[] = []
  for (const term of endingTerms(row.facts, at)) if (await note(transaction, id, term, at)) terms.push(term)
  if (terms.length === 0) return
  for (const { email, organisation } of people)
    await enqueueMail(transaction, termMail({ to: email, organisation, incident: row, terms, origin, at }))
}

/** Several processes may run it: one mails each term (P-INCIDENT-9). */
export const remindTerms = async ({ database, origin, clock }: ReminderParts): Promise<void> => {
  const at = clock()
  const since = new Date(at.getTime() - LONGEST_TERM_MS).toISOString()
  const failures: unknown[] = []
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
    const open: OpenIncident[] = await database.query(openSchema, openSql(after, since))
    for (const incident of open) {
      if (endingTerms(incident.facts, at).every((term) => incident.told.includes(keyOf(term)))) continue
      // One that fails keeps no other waiting.
      await database
        .transaction((transaction) => remind(transaction, incident, { origin, at }))
        .catch((error: unknown) => failures.push(error))
    }
    after = open.length < BATCH ? undefined : open.at(-1)?.id
  }
  if (failures.length > 0) throw failures[0]
}

export type RemindersOptions = ReminderParts & {
  /** Retries five minutes later. */
  readonly onFailure: (error: unknown) => void
}

/** Now and every five minutes. */
export const startReminders = ({ onFailure, ...parts }: RemindersOptions): Repeated =>
  repeat({ everyMs: LOOK_EVERY_MS, work: () => remindTerms(parts), onFailure })
