import { sql, type Database, type Queryable, type Sql } from '@atalaia/database'
import { saoPauloDay, type Severity } from '@atalaia/contracts'
import { int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { MINUTE_MS, type Clock } from '../../base/clock.ts'
import { judgeAddresses } from '../../numbers/severity/evidence-repository.ts'
import { isAtLeast, type SEVERITY_LEVELS } from '../../numbers/severity/severity.ts'

export const newFindingSchema = object({
  monitoredId: string(),
  address: string(),
  sourceId: int(),
  source: string(),
  title: nullable(string()),
  /** Moment when an import reopened its case; `null`: new in the source. */
  reopenedAt: nullable(string()),
})
export type NewFinding = Infer<typeof newFindingSchema>
export type ReportedFinding = NewFinding & { readonly severity: Severity }

export type EndedFinding = {
  readonly finding: NewFinding
  /** `below`: less severe than the recipient wants. */
  readonly outcome: 'told' | 'below'
}
export type EndedLook = {
  readonly ended: readonly EndedFinding[]
  readonly at: Date
  /** By the clock; `undefined`: after the next import. */
  readonly next: Date | undefined
}

/** Omits cases closed again by an undone import (P-CASE-5). */
export const describedFindings = (waiting: Sql): Sql => sql`
  SELECT waiting.monitored_id::text AS "monitoredId", address, source_id AS "sourceId", source.name AS source, title,
    to_json(waiting.reopened_at) #>> '{}' AS "reopenedAt"
  FROM ${waiting} AS waiting JOIN monitored_address ON monitored_address.id = waiting.monitored_id
  JOIN source ON source.id = source_id
  WHERE waiting.reopened_at IS NULL OR EXISTS (
    SELECT FROM leak_case AS opened WHERE opened.monitored_id = waiting.monitored_id AND opened.source = source.name
      AND opened.reopened_at = waiting.reopened_at)
  ORDER BY address, source.name, waiting.reopened_at NULLS FIRST`

/**
 * Addresses new in the source (M-ALERT-2), and reopened cases (M-ALERT-6). Excludes an addition or
 * return, whose run has no import.
 */
export const newFindings = (organisation: Sql, afterRun: Sql): Sql => sql`
  SELECT DISTINCT mine.id AS monitored_id, import.source_id, opened.reopened_at
  FROM analysis JOIN import ON import.id = analysis.import_id JOIN source ON source.id = import.source_id
  JOIN covered_source ON covered_source.organisation_id = analysis.organisation_id
    AND covered_source.source_id = import.source_id
  CROSS JOIN LATERAL unnest(analysis.touched) AS touched (address)
  JOIN monitored_address AS mine ON mine.organisation_id = analysis.organisation_id
    AND mine.address = touched.address AND mine.watched
  LEFT JOIN leak_case AS opened ON opened.monitored_id = mine.id AND opened.source = source.name
    AND (opened.reopened_at = analysis.ran_at OR opened.reopened_by = import.id)
  WHERE analysis.organisation_id = ${organisation} AND analysis.id > ${afterRun}
    AND (opened.reopened_at IS NOT NULL OR NOT EXISTS (
      SELECT FROM sightings_of(mine.address_key, mine.domain_key, mine.local_part) AS seen
      JOIN sighting ON sighting.id = seen.sighting LEFT JOIN import AS earlier ON earlier.id = sighting.import_id
      WHERE sighting.source_id = import.source_id
        AND (earlier.id IS NULL OR (earlier.id < import.id AND earlier.finished_at IS NOT NULL))))`

export const hasLaterRun = (organisation: Sql): Sql => sql`EXISTS (
  SELECT FROM analysis WHERE organisation_id = ${organisation} AND id > run_id AND import_id IS NOT NULL)`

type Claim = { readonly organisationId: string }

/**
 * Call in the caller's transactions, except `take`. After `enter`, the organisation gets no run
 * until the transaction ends.
 */
export type FindingQueue<Taken extends Claim, Recipient> = {
  /** `undefined`: none is due. */
  take(now: Date, until: Date): Promise<Taken | undefined>
  /** `undefined`: another process took over, or the recipient's alerts have ended. */
  enter(taken: Taken): Promise<Recipient | undefined>
  /** Returns all that the recipient does not know. */
  collect(taken: Taken): Promise<NewFinding[]>
  /** Forgets collected findings outside `ended`: their import was undone. */
  end(taken: Taken, look: EndedLook): Promise<void>
}

export type Told<Taken, Recipient> = {
  readonly taken: Taken
  readonly recipient: Recipient
  /** At least one. */
  readonly told: readonly ReportedFinding[]
  readonly at: Date
}

export type Channel<Taken extends Claim, Recipient> = {
  readonly database: Database
  readonly clock: Clock
  readonly queueOn: (database: Queryable) => FindingQueue<Taken, Recipient>
  readonly enqueue: (transaction: Queryable, told: Told<Taken, Recipient>) => Promise<unknown>
  readonly nextLook: (recipient: Recipient, at: Date) => Date | undefined
}

const LONG = { statementMs: 60_000 }
/** Afterwards, the process that took a recipient counts as dead. */
const TAKEN_MS = 10 * MINUTE_MS

const JUDGED_AT_ONCE = 1000

export const byAddress = <Finding extends { readonly monitoredId: string }>(
  findings: readonly Finding[],
): Map<string, Finding[]> => {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) groups.set(finding.monitoredId, [...(groups.get(finding.monitoredId) ?? []), finding])
  return groups
}

/** Drops unwatched addresses, and findings without evidence. */
const judge = async (
  database: Queryable,
  { organisationId }: Claim,
  findings: readonly NewFinding[],
  today: string,
): Promise<ReportedFinding[]> => {
  const groups = [...byAddress(findings)]
  const judged: ReportedFinding[] = []
  for (let from = 0; from < groups.length; from += JUDGED_AT_ONCE) {
    const batch = groups.slice(from, from + JUDGED_AT_ONCE)
    const of = await judgeAddresses(database, { organisationId, ids: batch.map(([id]) => id), today })
    for (const finding of batch.flatMap(([, ofAddress]) => ofAddress)) {
      const source = of(finding.monitoredId).sources.get(finding.source)
      if (source !== undefined) judged.push({ ...finding, severity: source.severity })
    }
  }
  return judged
}

type Level = (typeof SEVERITY_LEVELS)[number]

/**
 * Collected findings stay until told: a dead process leaves them to the next look. Message, rows
 * and next look are one transaction (M-ALERT-3).
 */
const tell = async <Taken extends Claim, Recipient extends { readonly least: Level }>(
  { database, clock, queueOn, enqueue, nextLook }: Channel<Taken, Recipient>,
  taken: Taken,
): Promise<void> => {
  const found = await database.transaction(async (transaction) => {
    const queue = queueOn(transaction)
    return (await queue.enter(taken)) && queue.collect(taken)
  }, LONG)
  if (found === undefined) return
  const judged = await judge(database, taken, found, saoPauloDay(clock()))
  await database.transaction(async (transaction) => {
    const queue = queueOn(transaction)
    const recipient = await queue.enter(taken)
    if (recipient === undefined) return
    const at = clock()
    const isTold = ({ severity }: ReportedFinding) => isAtLeast(severity, recipient.least)
    const told = judged.filter(isTold)
    if (told.length > 0) await enqueue(transaction, { taken, recipient, told, at })
    const ended = judged.map((finding): EndedFinding => ({ finding, outcome: isTold(finding) ? 'told' : 'below' }))
    await queue.end(taken, { ended, at, next: nextLook(recipient, at) })
  }, LONG)
}

/** Several processes may run it: one tells each recipient. */
export const tellDue = async <Taken extends Claim, Recipient extends { readonly least: Level }>(
  channel: Channel<Taken, Recipient>,
): Promise<void> => {
  const { database, clock, queueOn } = channel
  const failures: unknown[] = []
  for (;;) {
    const now = clock()
    const taken = await queueOn(database).take(now, new Date(now.getTime() + TAKEN_MS))
    if (taken === undefined) break
    await tell(channel, taken).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
