import { randomUUID } from 'node:crypto'
import type { NoticeOrder, NoticeOutcome } from '@atalaia/contracts/notices'
import { type Database, type Queryable, sql } from '@atalaia/database'
import type { RateLimits } from '@atalaia/server'
import { object, string } from 'zod/mini'
import { auditedAddresses } from '../base/audit/audited-addresses.ts'
import { recordAudit, type AuditActor } from '../base/audit/record-audit.ts'
import { DAY_MS } from '../base/clock.ts'
import { enqueueMail } from '../base/mail/enqueue-mail.ts'
import { createMailShares, type Share } from '../base/mail/mail-shares.ts'
import { lockOrganisation } from '../base/people/accounts-repository.ts'
import { tickNoticedCases } from '../watchlist/cases/noticed-cases.ts'
import { findPeople, YIELDING, type NoticedPerson } from './find-people.ts'
import { createNoticeLink } from './notice-links.ts'
import { noticeMail } from './notice-mail.ts'
import { cleanText } from './notice-words.ts'

export type SendParts = { readonly database: Database; readonly origin: string; readonly apiUrl: string }

export type SentOrder = NoticeOrder & {
  readonly organisationId: string
  readonly accountId: string
  readonly replyTo: string
  readonly actor: AuditActor
  readonly at: Date
}

/** People that an organisation notifies in a day (P-NOTICE-23). */
const PER_DAY = 2000

const takeBack = async (counted: readonly Share[]) => {
  for (const [limit, key] of counted) await limit.takeBack(key)
}

/** Also limits the mails to one mailbox, by one organisation and by all. */
export const createNoticeLimits = (limits: RateLimits) => {
  const ofOrganisation = limits.window({ name: 'notices', points: PER_DAY, windowMs: DAY_MS })
  const sharesOf = createMailShares(limits, 'notice')
  return {
    /** `undefined`: a share is used up. */
    admit: async (organisationId: string, mailbox: string): Promise<readonly Share[] | undefined> => {
      const counted: Share[] = []
      for (const share of [
        ...sharesOf({ asker: organisationId, mailbox }),
        [ofOrganisation, organisationId] as const,
      ]) {
        counted.push(share)
        const [limit, key] = share
        if ((await limit.consume(key)).ok) continue
        await takeBack(counted)
        return undefined
      }
      return counted
    },
  }
}
export type NoticeLimits = ReturnType<typeof createNoticeLimits>

const organisationSql = (id: string) => sql`SELECT coalesce(name, '') AS name FROM organisation WHERE id = ${id}`

const writeNotice = async (tx: Queryable, parts: SendParts, order: SentOrder, { person, from }: Written) => {
  const { organisationId, accountId, replyTo, idioma: language, incidente, at } = order
  const [above, below] = [cleanText(order.acima), cleanText(order.abaixo)]
  const noticeId = randomUUID()
  const now = at.toISOString()
  await tx.execute(
    sql`INSERT INTO notice (id, organisation_id, monitored_id, account_id, incident_id, language, above, below, sent_at, expires_at)
      VALUES (${noticeId}::uuid, ${organisationId}, ${person.monitoredId}::uuid, ${accountId}::uuid, ${incidente ?? null}::uuid,
        ${language}, ${above}, ${below}, ${now}, ${now})`,
  )
  await tx.execute(
    sql`INSERT INTO notice_case (notice_id, source) SELECT ${noticeId}::uuid, unnest(${person.sources}::text[])`,
  )
  const { token } = await createNoticeLink(tx, noticeId, at)
  const { origin, apiUrl } = parts
  const mail = { noticeId, to: person.email, from: from || undefined, replyTo, language, above, below, token }
  await enqueueMail(tx, noticeMail({ ...mail, reminder: 0, origin, apiUrl, at }))
}
type Written = { readonly person: NoticedPerson; readonly from: string }

/** The dossier has changed: a download of before holds it no longer. */
const countInIncident = (tx: Queryable, incidentId: string, sent: number, at: Date) =>
  tx.execute(
    sql`UPDATE incident SET notices_sent = notices_sent + ${sent}, last_notice_at = ${at.toISOString()},
      first_notice_at = coalesce(first_notice_at, ${at.toISOString()}), handed_over = NULL WHERE id = ${incidentId}::uuid`,
  )

/** Under the organisation's lock: of two simultaneous orders, the second sees the first. */
const sendIn = async (tx: Queryable, parts: SendParts, order: SentOrder, admitted: ReadonlySet<string>) => {
  const { organisationId, accountId, incidente, at } = order
  await lockOrganisation(tx, organisationId)
  const { people } = await findPeople(tx, { organisationId, cases: order.casos, now: at })
  const sent = people.filter(({ email, refusal }) => admitted.has(email) && isTold(refusal, order))
  if (sent.length === 0) return { sent, people }
  const [organisation] = await tx.query(object({ name: string() }), organisationSql(organisationId))
  for (const person of sent) await writeNotice(tx, parts, order, { person, from: organisation?.name ?? '' })
  const cases = sent.flatMap(({ monitoredId, sources }) => sources.map((source) => ({ monitoredId, source })))
  await tickNoticedCases(tx, { organisationId, by: accountId, at }, cases)
  if (incidente !== undefined) await countInIncident(tx, incidente, sent.length, at)
  const { target, after } = auditedAddresses(sent.map(({ email }) => email))
  const facts = { ...after, cases: cases.length, language: order.idioma, ...(incidente && { incident: incidente }) }
  const act = { organisationId, actor: order.actor, at, action: 'notice.sent', target, after: facts } as const
  await recordAudit(tx, act)
  return { sent, people }
}

const isTold = (refusal: NoticedPerson['refusal'], { repetir }: Pick<NoticeOrder, 'repetir'>): boolean =>
  refusal === null || (repetir && YIELDING.includes(refusal))

/** Sends to all, or to nobody, whom nothing refuses (P-NOTICE-22). */
export const sendNotices = async (parts: SendParts, limits: NoticeLimits, order: SentOrder): Promise<NoticeOutcome> => {
  const { organisationId, casos: cases, at: now } = order
  const { people, unknown } = await findPeople(parts.database, { organisationId, cases, now })
  const admitted = new Map<string, readonly Share[]>()
  const limited: string[] = []
  const done = new Set<string>()
  try {
    for (const { email, refusal } of people) {
      if (!isTold(refusal, order)) continue
      const counted = await limits.admit(organisationId, email)
      if (counted === undefined) limited.push(email)
      else admitted.set(email, counted)
    }
    const outcome = await parts.database.transaction((tx) => sendIn(tx, parts, order, new Set(admitted.keys())))
    for (const { email } of outcome.sent) done.add(email)
    const refused = outcome.people.flatMap(({ email, refusal }) => {
      if (done.has(email)) return []
      if (limited.includes(email)) return [{ email, motivo: 'limite' as const }]
      return refusal === null ? [] : [{ email, motivo: refusal }]
    })
    const missing = unknown.map((email) => ({ email, motivo: 'desconhecido' as const }))
    return { enviados: done.size, recusados: [...refused, ...missing] }
  } finally {
    for (const [email, counted] of admitted) if (!done.has(email)) await takeBack(counted)
  }
}
