import { retentionSchema, type Retention } from '@atalaia/contracts/retention'
import type { Queryable } from '@atalaia/database'

/** Rows that one statement removes. */
const AT_ONCE = 5000

/** Retention times of organisations (P-PRIVACY-4). */
export type RetentionRepository = {
  find(organisationId: string): Promise<Retention | undefined>
  set(organisationId: string, retention: Retention): Promise<void>
  /** Removes some of what is due; the number of rows. */
  sweep(now: Date): Promise<number>
}

const old = (column: string, setting: string) =>
  `${setting} IS NOT NULL AND ${column} < $1::timestamptz - ${setting} * interval '1 day'`
const SWEEPS = [
  `DELETE FROM report WHERE id IN (
     SELECT report.id FROM report JOIN organisation ON organisation.id = report.organisation_id
     WHERE ${old('day', 'keep_reports_days')} LIMIT ${AT_ONCE})`,
  // A dossier of an incident is kept for as long as the law wants.
  `DELETE FROM issued_document WHERE id IN (
     SELECT issued_document.id FROM issued_document JOIN organisation ON organisation.id = issued_document.organisation_id
     WHERE kind <> 'lgpd' AND ${old('day', 'keep_reports_days')} LIMIT ${AT_ONCE})`,
  `DELETE FROM portal_action WHERE id IN (
     SELECT portal_action.id FROM portal_action JOIN organisation ON organisation.id = portal_action.organisation_id
     WHERE ${old('at', 'keep_actions_days')} LIMIT ${AT_ONCE})`,
  `DELETE FROM audit_person WHERE (organisation_id, ordinal, part) IN (
     SELECT organisation_id, ordinal, part FROM audit_person JOIN organisation ON organisation.id = organisation_id
     WHERE ${old('at', 'keep_names_days')} LIMIT ${AT_ONCE} FOR UPDATE OF audit_person SKIP LOCKED)`,
]

export const createRetentionRepository = (database: Queryable): RetentionRepository => ({
  find: async (organisationId) => {
    const [row] = await database.query(
      retentionSchema,
      `SELECT keep_reports_days AS relatorios, keep_actions_days AS acoes_de_portais, keep_names_days AS nomes_na_auditoria
       FROM organisation WHERE id = $1`,
      [organisationId],
    )
    return row
  },
  set: async (organisationId, { relatorios, acoes_de_portais: actions, nomes_na_auditoria: names }) => {
    await database.execute(
      'UPDATE organisation SET keep_reports_days = $2, keep_actions_days = $3, keep_names_days = $4 WHERE id = $1',
      [organisationId, relatorios, actions, names],
    )
  },
  sweep: async (now) => {
    let removed = 0
    for (const sql of SWEEPS) removed += await database.execute(sql, [now.toISOString()])
    return removed
  },
})
