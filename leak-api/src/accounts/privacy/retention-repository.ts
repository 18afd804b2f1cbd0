import {
  RETENTION_NAMES,
  retentionBoundsSchema,
  retentionSchema,
  type Retention,
  type RetentionBound,
  type RetentionBounds,
  type RetentionName,
} from '@atalaia/contracts/retention'
import type { Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'

/** Rows that one statement removes. */
const AT_ONCE = 5000
const COLUMNS: Readonly<Record<RetentionName, string>> = {
  relatorios: 'keep_reports_days',
  acoes_de_portais: 'keep_actions_days',
  nomes_na_auditoria: 'keep_names_days',
}

/** Retention times of organisations (P-PRIVACY-4), and the operator's bounds of them (P-PRIVACY-5). */
export type RetentionRepository = {
  find(organisationId: string): Promise<Retention | undefined>
  set(organisationId: string, retention: Retention): Promise<void>
  bounds(): Promise<RetentionBounds>
  /** Keeps other transactions from changing bounds until this one ends. */
  lockBounds(): Promise<void>
  setBound(name: RetentionName, bound: RetentionBound): Promise<void>
  /** The organisations whose own choice lies outside of a bound, by their numbers. */
  outside(name: RetentionName, bound: RetentionBound): Promise<readonly string[]>
  /** Removes some of what is due; the number of rows. */
  sweep(now: Date): Promise<number>
}

const bound = (name: RetentionName, column: string) => `(SELECT ${column} FROM retention_bound WHERE name = '${name}')`
/** `retentionDays` in SQL: of what is empty, least and greatest take no notice. */
const kept = (name: RetentionName) =>
  `CASE WHEN ${COLUMNS[name]} IS NULL THEN ${bound(name, 'most_days')}
     ELSE greatest(least(${COLUMNS[name]}, ${bound(name, 'most_days')}), ${bound(name, 'least_days')}) END`
const old = (column: string, name: RetentionName) => `${column} < $1::timestamptz - (${kept(name)}) * interval '1 day'`
const SWEEPS = [
  `DELETE FROM report WHERE id IN (
     SELECT report.id FROM report JOIN organisation ON organisation.id = report.organisation_id
     WHERE ${old('day', 'relatorios')} LIMIT ${AT_ONCE})`,
  // A dossier of an incident is kept for as long as the law wants.
  `DELETE FROM issued_document WHERE id IN (
     SELECT issued_document.id FROM issued_document JOIN organisation ON organisation.id = issued_document.organisation_id
     WHERE kind <> 'lgpd' AND ${old('day', 'relatorios')} LIMIT ${AT_ONCE})`,
  `DELETE FROM portal_action WHERE id IN (
     SELECT portal_action.id FROM portal_action JOIN organisation ON organisation.id = portal_action.organisation_id
     WHERE ${old('at', 'acoes_de_portais')} LIMIT ${AT_ONCE})`,
  `DELETE FROM audit_person WHERE (organisation_id, ordinal, part) IN (
     SELECT organisation_id, ordinal, part FROM audit_person JOIN organisation ON organisation.id = organisation_id
     WHERE ${old('at', 'nomes_na_auditoria')} LIMIT ${AT_ONCE} FOR UPDATE OF audit_person SKIP LOCKED)`,
]
const BOUNDS = `SELECT ${RETENTION_NAMES.map(
  (name) =>
    `jsonb_build_object('minimo', ${bound(name, 'least_days')}, 'maximo', ${bound(name, 'most_days')}) AS ${name}`,
).join(', ')}`

export const createRetentionRepository = (database: Queryable): RetentionRepository => ({
  find: async (organisationId) => {
    const [row] = await database.query(
      retentionSchema,
      `SELECT ${RETENTION_NAMES.map((name) => `${COLUMNS[name]} AS ${name}`).join(', ')} FROM organisation WHERE id = $1`,
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
  bounds: async () => {
    const [row] = await database.query(retentionBoundsSchema, BOUNDS)
    if (row === undefined) throw new Error('the database gave no bounds back')
    return row
  },
  lockBounds: async () => {
    await database.execute('LOCK TABLE retention_bound IN SHARE ROW EXCLUSIVE MODE')
  },
  setBound: async (name, { minimo, maximo }) => {
    await database.execute(
      `INSERT INTO retention_bound (name, least_days, most_days) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET least_days = excluded.least_days, most_days = excluded.most_days`,
      [name, minimo, maximo],
    )
  },
  outside: async (name, { minimo, maximo }) => {
    const rows = await database.query(
      object({ id: string() }),
      `SELECT id::text FROM organisation WHERE ${COLUMNS[name]} < $1::int OR ${COLUMNS[name]} > $2::int ORDER BY organisation.id`,
      [minimo, maximo],
    )
    return rows.map(({ id }) => id)
  },
  sweep: async (now) => {
    let removed = 0
    for (const sql of SWEEPS) removed += await database.execute(sql, [now.toISOString()])
    return removed
  },
})
