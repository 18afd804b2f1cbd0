import {
  RETENTION_NAMES,
  retentionBoundsSchema,
  retentionSchema,
  type Retention,
  type RetentionBound,
  type RetentionBounds,
  type RetentionName,
} from '@atalaia/contracts/retention'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { object, string } from 'zod/mini'

const AT_ONCE = 5000
const COLUMNS: Readonly<Record<RetentionName, string>> = {
  relatorios: 'keep_reports_days',
  acoes_de_portais: 'keep_actions_days',
  nomes_na_auditoria: 'keep_names_days',
}

const bound = (name: RetentionName, column: 'least_days' | 'most_days') =>
  sql`(SELECT ${sql.ref(column)} FROM retention_bound WHERE name = ${sql.lit(name)})`
const columnOf = (name: RetentionName) => sql.ref(COLUMNS[name])
/** `retentionDays` in SQL: least and greatest ignore nulls. */
const kept = (name: RetentionName) =>
  sql`CASE WHEN ${columnOf(name)} IS NULL THEN ${bound(name, 'most_days')}
     ELSE greatest(least(${columnOf(name)}, ${bound(name, 'most_days')}), ${bound(name, 'least_days')}) END`
const old = (column: Sql, name: RetentionName, now: Date) =>
  sql`${column} < ${now.toISOString()}::timestamptz - (${kept(name)}) * interval '1 day'`
const sweeps = (now: Date): readonly Sql[] => [
  sql`DELETE FROM report WHERE id IN (
     SELECT report.id FROM report JOIN organisation ON organisation.id = report.organisation_id
     WHERE ${old(sql`day`, 'relatorios', now)} LIMIT ${sql.lit(AT_ONCE)})`,
  // A dossier of an incident is kept for as long as the law wants.
  sql`DELETE FROM issued_document WHERE id IN (
     SELECT issued_document.id FROM issued_document JOIN organisation ON organisation.id = issued_document.organisation_id
     WHERE kind <> 'lgpd' AND ${old(sql`day`, 'relatorios', now)} LIMIT ${sql.lit(AT_ONCE)})`,
  sql`DELETE FROM portal_action WHERE id IN (
     SELECT portal_action.id FROM portal_action JOIN organisation ON organisation.id = portal_action.organisation_id
     WHERE ${old(sql`at`, 'acoes_de_portais', now)} LIMIT ${sql.lit(AT_ONCE)})`,
  sql`DELETE FROM audit_person WHERE (organisation_id, ordinal, part) IN (
     SELECT organisation_id, ordinal, part FROM audit_person JOIN organisation ON organisation.id = organisation_id
     WHERE ${old(sql`at`, 'nomes_na_auditoria', now)} LIMIT ${sql.lit(AT_ONCE)} FOR UPDATE OF audit_person SKIP LOCKED)`,
]
const BOUNDS = sql`SELECT ${sql.join(
  RETENTION_NAMES.map(
    (name) =>
      sql`jsonb_build_object('minimo', ${bound(name, 'least_days')}, 'maximo', ${bound(name, 'most_days')}) AS ${sql.ref(name)}`,
  ),
)}`

/** P-PRIVACY-4 P-PRIVACY-5 */
export const createRetentionRepository = (database: Queryable) => ({
  find: async (organisationId: string): Promise<Retention | undefined> => {
    const [row] = await database.query(
      retentionSchema,
      sql`SELECT ${sql.join(RETENTION_NAMES.map((name) => sql`${columnOf(name)} AS ${sql.ref(name)}`))}
       FROM organisation WHERE id = ${organisationId}`,
    )
    return row
  },
  set: async (
    organisationId: string,
    { relatorios, acoes_de_portais: actions, nomes_na_auditoria: names }: Retention,
  ): Promise<void> => {
    await database.execute(
      sql`UPDATE organisation SET keep_reports_days = ${relatorios}, keep_actions_days = ${actions}, keep_names_days = ${names} WHERE id = ${organisationId}`,
    )
  },
  bounds: async (): Promise<RetentionBounds> => {
    const [row] = await database.query(retentionBoundsSchema, BOUNDS)
    if (row === undefined) throw new Error('the database gave no bounds back')
    return row
  },
  /** Keeps other transactions from changing bounds until this one ends. */
  lockBounds: async (): Promise<void> => {
    await database.execute(sql`LOCK TABLE retention_bound IN SHARE ROW EXCLUSIVE MODE`)
  },
  setBound: async (name: RetentionName, { minimo, maximo }: RetentionBound): Promise<void> => {
    await database.execute(
      sql`INSERT INTO retention_bound (name, least_days, most_days) VALUES (${name}, ${minimo}, ${maximo})
       ON CONFLICT (name) DO UPDATE SET least_days = excluded.least_days, most_days = excluded.most_days`,
    )
  },
  outside: async (name: RetentionName, { minimo, maximo }: RetentionBound): Promise<readonly string[]> => {
    const rows = await database.query(
      object({ id: string() }),
      sql`SELECT id::text FROM organisation WHERE ${columnOf(name)} < ${minimo}::int OR ${columnOf(name)} > ${maximo}::int ORDER BY organisation.id`,
    )
    return rows.map(({ id }) => id)
  },
  /** Removes some due rows; returns their number. */
  sweep: async (now: Date): Promise<number> => {
    let removed = 0
    for (const statement of sweeps(now)) removed += await database.execute(statement)
    return removed
  },
})
