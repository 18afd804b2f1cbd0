import { CASE_STATES, type CaseState } from '@atalaia/contracts/cases'
import { type Queryable, sql } from '@atalaia/database'
import { boolean, enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { knownEvidence } from '../../numbers/case-evidence.ts'
import { NOTICE_COLUMNS, noticeShape } from './case-notice.ts'

const instant = (column: string) => sql`to_char(${sql.raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const fieldsShape = {
  source: string(),
  state: oneOf(CASE_STATES),
  ownerId: nullable(string()),
  owner: nullable(string()),
  dueOn: nullable(string()),
  note: string(),
  version: int(),
  changedAt: nullable(string()),
  reopenedAt: nullable(string()),
  ...noticeShape,
} as const
export const caseRowSchema = object(fieldsShape)
/** A case without a row has version 0. */
export type CaseRow = Infer<typeof caseRowSchema>

/** Without the source. An absent row takes the address's owner (P-CASE-12). */
export const CASE_COLUMNS = sql`coalesce(leak_case.state, 'novo') AS state, owner.id::text AS "ownerId", owner.email AS owner,
  leak_case.due_on::text AS "dueOn", coalesce(leak_case.note, '') AS note, coalesce(leak_case.version, 0) AS version,
  CASE WHEN leak_case.version > 0 THEN ${instant('leak_case.changed_at')} END AS "changedAt",
  ${instant('leak_case.reopened_at')} AS "reopenedAt", ${NOTICE_COLUMNS}`
const OWNER = sql`LEFT JOIN account AS owner ON owner.id = leak_case.owner_id`

const targetSchema = object({
  ...fieldsShape,
  ordinal: int(),
  monitoredId: string(),
  address: string(),
  /** True: the source has the address, which is watched. */
  found: boolean(),
  knownImport: string(),
  knownFile: nullable(string()),
  knownDay: nullable(string()),
  knownPasswords: nullable(string()),
})
export type CaseTarget = Infer<typeof targetSchema>

const tickSchema = object({ source: string(), step: string(), at: string(), by: nullable(string()) })
export type CaseTick = Infer<typeof tickSchema>
const personSchema = object({ id: string(), email: string() })

export type ChangedCase = {
  readonly target: CaseTarget
  readonly state: CaseState
  readonly ownerId: string | null
  readonly dueOn: string | null
  readonly note: string
}
type Act = {
  readonly organisationId: string
  readonly by: string | null
  readonly keyId?: string | undefined
  readonly at: Date
  readonly batch: string | undefined
}

/** Calls name the organisation, or take an address found for it. */
export type CasesRepository = {
  ofAddress(monitoredId: string): Promise<CaseRow[]>
  ticks(monitoredId: string): Promise<CaseTick[]>
  /** Also owns the address's untouched cases (P-CASE-12). */
  ownerOf(monitoredId: string): Promise<Infer<typeof personSchema> | null>
  people(organisationId: string): Promise<Infer<typeof personSchema>[]>
  /** Watched targets in the order of `wanted`. Call under the organisation's lock. */
  targets(
    organisationId: string,
    wanted: readonly { readonly monitoredId: string; readonly source: string }[],
  ): Promise<CaseTarget[]>
  /** With history. Call under the organisation's lock. */
  write(act: Act, changed: readonly ChangedCase[]): Promise<void>
  /** `false`: no change. */
  mark(act: Act, of: { monitoredId: string; source: string; step: string; done: boolean }): Promise<boolean>
}

const targetsSql = (
  organisationId: string,
  wanted: readonly string[],
  wanted3: readonly string[],
) => sql`SELECT wanted.ordinal::int, mine.id::text AS "monitoredId", mine.address, wanted.source, mine.watched AND evidence.found AS found,
    evidence.known_import::text AS "knownImport", evidence.known_file AS "knownFile", evidence.known_day::text AS "knownDay",
    evidence.known_passwords AS "knownPasswords", ${CASE_COLUMNS}
  FROM unnest(${wanted}::uuid[], ${wanted3}::text[]) WITH ORDINALITY AS wanted (id, source, ordinal)
  JOIN monitored_address AS mine ON mine.id = wanted.id AND mine.organisation_id = ${organisationId}
  ${knownEvidence('wanted.source')}
  LEFT JOIN leak_case ON leak_case.monitored_id = mine.id AND leak_case.source = wanted.source
  LEFT JOIN account AS owner ON owner.id = CASE WHEN leak_case.source IS NULL THEN mine.owner_id ELSE leak_case.owner_id END
  ORDER BY wanted.ordinal`

const writeSql = (
  organisationId: string,
  at: string,
  by: string | null,
  rows: string,
  batch: string | null,
  keyId: string | null,
) => sql`WITH wanted AS (
    SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS wanted (monitored_id uuid, source text, state text, owner_id uuid, due_on date,
      note text, known_import bigint, known_file text, known_day date, known_passwords text, changes jsonb)
  ), before AS (
    SELECT leak_case.* FROM leak_case JOIN wanted USING (monitored_id, source)
  ), written AS (
    INSERT INTO leak_case AS kept (organisation_id, monitored_id, source, state, owner_id, due_on, note, version, changed_at,
      known_import, known_file, known_day, known_passwords)
    SELECT ${organisationId}::bigint, monitored_id, source, state, owner_id, due_on, note, 1, ${at}::timestamptz, known_import, known_file, known_day, known_passwords
    FROM wanted ORDER BY monitored_id, source
    ON CONFLICT (monitored_id, source) DO UPDATE SET state = excluded.state, owner_id = excluded.owner_id,
      due_on = excluded.due_on, note = excluded.note, version = kept.version + 1, changed_at = ${at}::timestamptz, found = true,
      reopened_by = NULL, closed_state = NULL, closed_due = NULL,
      known_import = CASE WHEN excluded.state <> kept.state THEN excluded.known_import ELSE kept.known_import END,
      known_file = CASE WHEN excluded.state <> kept.state THEN excluded.known_file ELSE kept.known_file END,
      known_day = CASE WHEN excluded.state <> kept.state THEN excluded.known_day ELSE kept.known_day END,
      known_passwords = CASE WHEN excluded.state <> kept.state THEN excluded.known_passwords ELSE kept.known_passwords END
    RETURNING kept.monitored_id, kept.source, kept.version
  )
  INSERT INTO case_event (monitored_id, source, at, kind, account_id, key_id, version, batch, changes, before)
  SELECT monitored_id, source, ${at}::timestamptz, 'mudanca', ${by}::uuid, ${keyId}::uuid, written.version, ${batch}::uuid, wanted.changes, to_jsonb(before)
  FROM written JOIN wanted USING (monitored_id, source) LEFT JOIN before USING (monitored_id, source)
  ORDER BY monitored_id, source`

const FIELDS = [
  ['estado', 'state'],
  ['responsavel', 'ownerId'],
  ['prazo', 'dueOn'],
  ['nota', 'note'],
] as const

export const changesOf = ({ target, ...changed }: ChangedCase) =>
  FIELDS.flatMap(([campo, field]) =>
    changed[field] === target[field] ? [] : [{ campo, de: target[field], para: changed[field] }],
  )

const rowsOf = (changed: readonly ChangedCase[]) =>
  JSON.stringify(
    changed.map((one) => ({
      monitored_id: one.target.monitoredId,
      source: one.target.source,
      state: one.state,
      owner_id: one.ownerId,
      due_on: one.dueOn,
      note: one.note,
      known_import: one.target.knownImport,
      known_file: one.target.knownFile,
      known_day: one.target.knownDay,
      known_passwords: one.target.knownPasswords,
      changes: changesOf(one),
    })),
  )

export const createCasesRepository = (database: Queryable): CasesRepository => ({
  ofAddress: (monitoredId) =>
    database.query(
      caseRowSchema,
      sql`SELECT source, ${CASE_COLUMNS} FROM leak_case ${OWNER} WHERE monitored_id = ${monitoredId} ORDER BY source`,
    ),
  ticks: (monitoredId) =>
    database.query(
      tickSchema,
      sql`SELECT source, step, ${instant('done_at')} AS at, email AS by
       FROM case_step LEFT JOIN account ON account.id = account_id WHERE monitored_id = ${monitoredId}`,
    ),
  ownerOf: async (monitoredId) => {
    const [owner] = await database.query(
      personSchema,
      sql`SELECT owner.id::text, email FROM monitored_address AS mine JOIN account AS owner ON owner.id = owner_id
      WHERE mine.id = ${monitoredId}`,
    )
    return owner ?? null
  },
  people: (organisationId) =>
    database.query(
      personSchema,
      sql`SELECT account.id::text, email FROM membership JOIN account ON account.id = account_id
       WHERE membership.organisation_id = ${organisationId} ORDER BY email`,
    ),
  targets: (organisationId, wanted) =>
    database.query(
      targetSchema,
      targetsSql(
        organisationId,
        wanted.map(({ monitoredId }) => monitoredId),
        wanted.map(({ source }) => source),
      ),
    ),
  write: async ({ organisationId, by, keyId, at, batch }, changed) => {
    const rows = rowsOf(changed)
    await database.execute(writeSql(organisationId, at.toISOString(), by, rows, batch ?? null, keyId ?? null))
  },
  mark: async ({ organisationId, by, at }, { monitoredId, source, step, done }) => {
    const now = at.toISOString()
    // A tick makes a row of a case that nobody has changed.
    await database.execute(
      sql`INSERT INTO leak_case (organisation_id, monitored_id, source, changed_at, owner_id)
       SELECT organisation_id, id, ${source}::text, ${now}::timestamptz, owner_id FROM monitored_address
       WHERE organisation_id = ${organisationId} AND id = ${monitoredId} ON CONFLICT DO NOTHING`,
    )
    const removed = await database.execute(
      sql`DELETE FROM case_step WHERE monitored_id = ${monitoredId} AND source = ${source} AND step = ${step}`,
    )
    if (done)
      await database.execute(
        sql`INSERT INTO case_step (monitored_id, source, step, done_at, account_id)
         SELECT monitored_id, source, ${step}::text, ${now}::timestamptz, ${by}::uuid FROM leak_case
         WHERE monitored_id = ${monitoredId} AND source = ${source}`,
      )
    if (removed > 0 === done) return false
    const change = done ? { campo: 'passo', de: null, para: step } : { campo: 'passo', de: step, para: null }
    await database.execute(
      sql`INSERT INTO case_event (monitored_id, source, at, kind, account_id, version, changes)
       SELECT monitored_id, source, ${now}::timestamptz, 'passo', ${by}::uuid, version, ${JSON.stringify([change])}::jsonb
       FROM leak_case WHERE monitored_id = ${monitoredId} AND source = ${source}`,
    )
    return true
  },
})
