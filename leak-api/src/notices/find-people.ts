import type { NoticedCase, NoticeRefusal } from '@atalaia/contracts/notices'
import { type Queryable, sql } from '@atalaia/database'
import { array, boolean, nullable, object, string, type infer as Infer } from 'zod/mini'
import { normalAddress } from '../base/address.ts'
import { DAY_MS } from '../base/clock.ts'

const rowSchema = object({
  monitoredId: string(),
  email: string(),
  sources: array(string()),
  isProved: boolean(),
  isStopped: boolean(),
  lastAt: nullable(string()),
  hasBounced: boolean(),
})

export type NoticedPerson = Infer<typeof rowSchema> & { readonly refusal: NoticeRefusal | null }
export type FoundPeople = {
  readonly people: readonly NoticedPerson[]
  /** Addresses that are not watched, or that none of the named sources has. */
  readonly unknown: readonly string[]
}

/** SQL: the domain or the mailbox of the address `mine` is proved (P-NOTICE-20). */
export const IS_PROVED = sql`(mine.confirmed_at IS NOT NULL
  OR EXISTS (SELECT FROM watched_domain WHERE watched_domain.organisation_id = mine.organisation_id
    AND watched_domain.domain = substring(mine.address from '[^@]*$') AND watched_domain.proved_at IS NOT NULL
    AND watched_domain.lost_at IS NULL)
  OR EXISTS (SELECT FROM account JOIN membership ON membership.account_id = account.id
    WHERE membership.organisation_id = mine.organisation_id AND account.email = mine.address
    AND account.mailbox_proved_at IS NOT NULL))`

export const IS_STOPPED = sql`EXISTS (SELECT FROM notice_stop
  WHERE notice_stop.organisation_id = mine.organisation_id AND notice_stop.address = mine.address)`

/** SQL: the mailbox of a `notice`'s sender. NULL: gone, or not proved. */
export const SENDER = sql`(SELECT email FROM account JOIN membership ON membership.account_id = account.id
  WHERE account.id = notice.account_id AND membership.organisation_id = notice.organisation_id
    AND mailbox_proved_at IS NOT NULL)`

/** A source that is `null` stands for all of the address. */
const peopleSql = (organisationId: string, emails: readonly string[], sources: readonly (string | null)[]) => sql`
  SELECT mine.id::text AS "monitoredId", mine.address AS email, told.sources, ${IS_PROVED} AS "isProved",
    ${IS_STOPPED} AS "isStopped", to_json(greatest(last.sent_at, last.reminded_at)) #>> '{}' AS "lastAt",
    last.bounced_at IS NOT NULL AS "hasBounced"
  FROM (
    SELECT address, array_agg(source) AS sources, bool_or(source IS NULL) AS has_all FROM unnest(${emails}::text[], ${sources}::text[]) AS wanted (address, source)
    GROUP BY address
  ) AS wanted
  JOIN monitored_address AS mine ON mine.organisation_id = ${organisationId} AND mine.address = wanted.address AND mine.watched
  JOIN LATERAL (
    SELECT array_agg(DISTINCT source ORDER BY source) AS sources
    FROM covered_leaks_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part) AS each
    WHERE wanted.has_all OR each.source = ANY(wanted.sources)
  ) AS told ON told.sources IS NOT NULL
  LEFT JOIN LATERAL (
    SELECT sent_at, reminded_at, bounced_at FROM notice WHERE monitored_id = mine.id ORDER BY sent_at DESC LIMIT 1
  ) AS last ON true
  ORDER BY mine.address`

const refusalOf = (row: Infer<typeof rowSchema>, now: Date): NoticeRefusal | null => {
  if (!row.isProved) return 'sem-prova'
  if (row.isStopped) return 'parado'
  if (row.hasBounced) return 'devolvido'
  return row.lastAt !== null && Date.parse(row.lastAt) > now.getTime() - DAY_MS ? 'recente' : null
}

/** A yes of the sender overcomes these (P-NOTICE-22). */
export const YIELDING: readonly (NoticeRefusal | null)[] = ['recente', 'devolvido']

export const findPeople = async (
  on: Queryable,
  {
    organisationId,
    cases,
    now,
  }: { readonly organisationId: string; readonly cases: readonly NoticedCase[]; readonly now: Date },
): Promise<FoundPeople> => {
  const named = cases.map(({ email, fonte }) => ({ email: normalAddress(email), source: fonte ?? null }))
  const emails = named.map(({ email }) => email)
  const sources = named.map(({ source }) => source)
  const rows = await on.query(rowSchema, peopleSql(organisationId, emails, sources))
  const found = new Set(rows.map(({ email }) => email))
  return {
    people: rows.map((row) => ({ ...row, refusal: refusalOf(row, now) })),
    unknown: [...new Set(emails)].filter((email) => !found.has(email)),
  }
}
