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
  /** The moment at which an import has opened its closed case again; `null`: the address is new in the source. */
  reopenedAt: nullable(string()),
})
/** A watched address in a source, new or with its case opened again, of which somebody has not been told. */
export type NewFinding = Infer<typeof newFindingSchema>
export type ReportedFinding = NewFinding & { readonly severity: Severity }

export type EndedFinding = {
  readonly finding: NewFinding
  /** `below`: less severe than the recipient wants to know. */
  readonly outcome: 'told' | 'below'
}
export type EndedLook = {
  readonly ended: readonly EndedFinding[]
  readonly at: Date
  /** The next look by the clock; `undefined`: after the next import. */
  readonly next: Date | undefined
}

/**
 * SQL: the collected findings `waiting` (`monitored_id`, `source_id`, `reopened_at`) as {@link newFindingSchema} has them, without cases
 * that are closed again because their import was undone (P-CASE-5).
 */
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
 * SQL: the findings (`monitored_id`, `source_id`, `reopened_at`) that imports have brought to `organisation` in its runs after
 * `afterRun`: no import of the source that was finished before had the address (M-ALERT-2), or its case was closed, and the import has
 * opened it again (M-ALERT-6). What was there when somebody added the address, or took its removal back, is none of them, because such
 * a run has no import. The case that a run has opened has its moment; another import may stand for one that was undone.
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

/** SQL: whether `organisation` has a run of an import that was recorded after the last one whose findings were taken. */
export const hasLaterRun = (organisation: Sql): Sql => sql`EXISTS (
  SELECT FROM analysis WHERE organisation_id = ${organisation} AND id > run_id AND import_id IS NOT NULL)`

/** A recipient that one process looks after for a while. */
type Claim = { readonly organisationId: string }

/**
 * The findings that recipients of one channel are to be told of. Called in transactions of the caller, `take` excepted. After
 * `enter` no run is added to the organisation until the transaction ends.
 */
export type FindingQueue<Taken extends Claim, Recipient> = {
  /** Takes the recipient that is due longest; no other process gets it before `until`. `undefined` when none is due. */
  take(now: Date, until: Date): Promise<Taken | undefined>
  /** `undefined` when another process has taken the recipient over, or it is to be told no longer. */
  enter(taken: Taken): Promise<Recipient | undefined>
  /** Takes the findings of the runs that came since the last look, and gives all that the recipient has not been told of. */
  collect(taken: Taken): Promise<NewFinding[]>
  /** Ends the look. Collected findings that are not among `ended` are forgotten: their import was undone. */
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
  /** Queues the message, in the transaction that notes its findings as told. */
  readonly enqueue: (transaction: Queryable, told: Told<Taken, Recipient>) => Promise<unknown>
  /** The next look by the clock. */
  readonly nextLook: (recipient: Recipient, at: Date) => Date | undefined
}

/** A run of an organisation with 100,000 addresses in one import. */
const LONG = { statementMs: 60_000 }
/** After this time the process that took a recipient counts as dead. */
const TAKEN_MS = 10 * MINUTE_MS

/** Addresses that are judged by one query. */
const JUDGED_AT_ONCE = 1000

/** Findings by the id of their address. */
export const byAddress = <Finding extends { readonly monitoredId: string }>(
  findings: readonly Finding[],
): Map<string, Finding[]> => {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) groups.set(finding.monitoredId, [...(groups.get(finding.monitoredId) ?? []), finding])
  return groups
}

/** Without those whose address is no longer watched, or whose evidence is gone. */
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
 * Tells one recipient of its new findings. What was collected stays until it is told: a process that dies leaves it to
 * the next look. Message, rows and next look are one transaction (M-ALERT-3).
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

/** Tells the recipients that are due. Several processes may do it at once: each recipient is told by one. */
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
