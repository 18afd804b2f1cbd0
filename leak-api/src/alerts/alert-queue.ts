import type { Queryable } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { lockOrganisation } from '../accounts/accounts-repository.ts'
import { SEVERITY_LEVELS } from '../exposure/severity.ts'
import { FREQUENCIES } from './alert-settings.ts'

const takenSchema = object({ accountId: string(), organisationId: string() })
/** An account whose alerts this process looks after, until `until`. */
export type Taken = Infer<typeof takenSchema> & { readonly until: Date }

const recipientSchema = object({ to: string(), frequency: oneOf(FREQUENCIES), least: oneOf(SEVERITY_LEVELS) })
export type Recipient = Infer<typeof recipientSchema>

const findingSchema = object({
  monitoredId: string(),
  address: string(),
  sourceId: int(),
  source: string(),
  title: nullable(string()),
})
/** A watched address in a source, of which an account has not been told. */
export type NewFinding = Infer<typeof findingSchema>

/** Findings by the id of their address. */
export const byAddress = <Finding extends { readonly monitoredId: string }>(
  findings: readonly Finding[],
): Map<string, Finding[]> => {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) groups.set(finding.monitoredId, [...(groups.get(finding.monitoredId) ?? []), finding])
  return groups
}

export type EndedFinding = {
  readonly finding: NewFinding
  /** `below`: less severe than the account wants to know. */
  readonly outcome: 'told' | 'below'
}
export type EndedLook = {
  readonly ended: readonly EndedFinding[]
  readonly at: Date
  /** The next look by the clock; `undefined`: after the next import. */
  readonly next: Date | undefined
}

/**
 * The findings that accounts are to be told of by mail. Called in transactions of the caller, `take` excepted. After
 * `enter` no run is added to the organisation until the transaction ends.
 */
export type AlertQueue = {
  /** Takes the account that is due longest; no other process gets it before `until`. `undefined` when none is due. */
  take(now: Date, until: Date): Promise<Taken | undefined>
  /** `undefined` when another process has taken the account over, its setting was changed, or its mailbox is not proved. */
  enter(taken: Taken): Promise<Recipient | undefined>
  /** Takes the findings of the runs that came since the last look, and gives all that the account has not been told of. */
  collect(taken: Taken): Promise<NewFinding[]>
  /** Ends the look. Collected findings that are not among `ended` are forgotten: their import was undone. */
  end(taken: Taken, look: EndedLook): Promise<void>
}

const TAKE = `UPDATE alert_setting SET due_at = $2
  WHERE channel = 'email' AND account_id = (
    SELECT account_id FROM alert_setting WHERE due_at <= $1 AND channel = 'email'
    ORDER BY due_at, account_id LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING account_id::text AS "accountId", organisation_id::text AS "organisationId"`
const ENTER = `SELECT email AS "to", frequency, least FROM alert_setting JOIN account ON account.id = account_id
  WHERE account_id = $1::uuid AND channel = 'email' AND due_at = $2::timestamptz AND frequency <> 'nunca'
    AND mailbox_proved_at IS NOT NULL`

/**
 * The pairs that the import of a run has brought: no import of the source that was finished before had the address. What was
 * there when somebody added the address, or took its removal back, is none of them, because such a run has no import.
 */
const COLLECT = `INSERT INTO alert (account_id, channel, monitored_id, source_id)
  SELECT DISTINCT $1::uuid, 'email', mine.id, import.source_id
  FROM analysis JOIN import ON import.id = analysis.import_id
  JOIN covered_source ON covered_source.organisation_id = analysis.organisation_id
    AND covered_source.source_id = import.source_id
  CROSS JOIN LATERAL unnest(analysis.touched) AS touched (address)
  JOIN monitored_address AS mine ON mine.organisation_id = analysis.organisation_id
    AND mine.address = touched.address AND mine.watched
  WHERE analysis.organisation_id = $2
    AND analysis.id > (SELECT run_id FROM alert_setting WHERE account_id = $1::uuid AND channel = 'email')
    AND NOT EXISTS (
      SELECT FROM (
        SELECT sighting FROM credential
        WHERE credential.address = mine.address_key AND domain = mine.domain_key AND local = mine.local_part
        UNION ALL
        SELECT again.sighting FROM credential CROSS JOIN LATERAL (
          SELECT sighting FROM resighting
          WHERE resighting.address = mine.address_key AND resighting.pair = credential.pair
        ) AS again
        WHERE credential.address = mine.address_key AND domain = mine.domain_key AND local = mine.local_part
      ) AS seen
      JOIN sighting ON sighting.id = seen.sighting LEFT JOIN import AS earlier ON earlier.id = sighting.import_id
      WHERE sighting.source_id = import.source_id
        AND (earlier.id IS NULL OR (earlier.id < import.id AND earlier.finished_at IS NOT NULL)))
  ON CONFLICT DO NOTHING`
const ADVANCE = `UPDATE alert_setting
  SET run_id = greatest(run_id, (SELECT max(id) FROM analysis WHERE organisation_id = $2))
  WHERE account_id = $1::uuid AND channel = 'email'`
const WAITING = `SELECT monitored_id::text AS "monitoredId", address, source_id AS "sourceId", source.name AS source, title
  FROM alert JOIN monitored_address ON monitored_address.id = monitored_id JOIN source ON source.id = source_id
  WHERE account_id = $1::uuid AND channel = 'email' AND outcome IS NULL ORDER BY address, source.name`

const END = `UPDATE alert SET outcome = ended.outcome, ended_at = $5
  FROM unnest($2::uuid[], $3::integer[], $4::text[]) AS ended (monitored_id, source_id, outcome)
  WHERE account_id = $1::uuid AND channel = 'email'
    AND alert.monitored_id = ended.monitored_id AND alert.source_id = ended.source_id`
const FORGET = `DELETE FROM alert WHERE account_id = $1::uuid AND channel = 'email' AND outcome IS NULL`
/** A run that was recorded since `collect` had nobody to wake: its findings are looked for ten minutes later. */
const REST = `UPDATE alert_setting SET mailed_at = CASE WHEN $3 THEN $4::timestamptz ELSE mailed_at END,
  due_at = CASE WHEN $5::timestamptz IS NOT NULL THEN $5::timestamptz
    WHEN EXISTS (SELECT FROM analysis WHERE organisation_id = $2 AND id > run_id AND import_id IS NOT NULL)
    THEN $4::timestamptz + interval '10 minutes' END
  WHERE account_id = $1::uuid AND channel = 'email'`

/** A run of an organisation with 100,000 addresses in one import. */
export const LONG = { statementMs: 60_000 }

export const createAlertQueue = (database: Queryable): AlertQueue => ({
  take: async (now, until) => {
    const [taken] = await database.query(takenSchema, TAKE, [now.toISOString(), until.toISOString()])
    return taken && { ...taken, until }
  },
  enter: async ({ accountId, organisationId, until }) => {
    await lockOrganisation(database, organisationId)
    const [recipient] = await database.query(recipientSchema, ENTER, [accountId, until.toISOString()])
    return recipient
  },
  collect: async ({ accountId, organisationId }) => {
    await database.execute(COLLECT, [accountId, organisationId])
    await database.execute(ADVANCE, [accountId, organisationId])
    return database.query(findingSchema, WAITING, [accountId])
  },
  end: async ({ accountId, organisationId }, { ended, at, next }) => {
    const findings = ended.map(({ finding }) => finding)
    await database.execute(END, [
      accountId,
      findings.map(({ monitoredId }) => monitoredId),
      findings.map(({ sourceId }) => sourceId),
      ended.map(({ outcome }) => outcome),
      at.toISOString(),
    ])
    await database.execute(FORGET, [accountId])
    const isTold = ended.some(({ outcome }) => outcome === 'told')
    await database.execute(REST, [accountId, organisationId, isTold, at.toISOString(), next?.toISOString() ?? null])
  },
})
