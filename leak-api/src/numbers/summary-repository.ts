import { summarySchema, type CoveredSource, type Summary } from '@atalaia/contracts'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { reachable, type Tenant } from '../base/access/tenancy.ts'
import { boolean, int, nullable, number, object, optional, string } from 'zod/mini'
import { dashboardFacts } from './live/revisions.ts'

/** Top three addresses of `table` (M-NUM-4). Rows give the open part where smaller. */
const rankedBy = (column: 'leaks' | 'passwords', table: Sql, more = sql``) => {
  const [counted, closed] = [sql.ref(column), sql.ref(`closed_${column}`)]
  return sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('quantidade', ${counted}, 'usuario', address${more})
                            || CASE WHEN ${closed} > 0
                               THEN jsonb_build_object('abertos', ${counted} - ${closed}) ELSE '{}' END
                            ORDER BY ${counted} DESC, address), '[]')
  FROM (SELECT * FROM ${table} WHERE ${counted} > 0 ORDER BY ${counted} DESC, address LIMIT 3) AS top)`
}
const ownRankedBy = (column: 'leaks' | 'passwords', organisationId: string) =>
  rankedBy(
    column,
    sql`(SELECT * FROM monitored_address WHERE organisation_id = ${organisationId}) AS own`,
    sql`, 'id', id::text`,
  )

const all = (
  organisationId: string,
) => sql`SELECT coalesce(max(leaks), 0)::int AS leaks, coalesce(max(passwords), 0)::int AS passwords,
    coalesce(max(leaks - closed_leaks), 0)::int AS "openLeaks",
    coalesce(max(passwords - closed_passwords), 0)::int AS "openPasswords",
    ${ownRankedBy('leaks', organisationId)} AS "topLeaks",
    ${ownRankedBy('passwords', organisationId)} AS "topPasswords",
    ${dashboardFacts(sql`${organisationId}::bigint`)} AS facts
  FROM organisation_total WHERE organisation_id = ${organisationId}`
const reached = (tenant: Tenant, open: boolean) => sql`WITH numbers AS MATERIALIZED (
    SELECT address, leaks, passwords,
      ${open ? sql`closed_leaks, closed_passwords` : sql`0 AS closed_leaks, 0 AS closed_passwords`}
    FROM address_numbers WHERE ${reachable(tenant)}
  )
  SELECT coalesce(sum(leaks), 0)::int AS leaks, coalesce(sum(passwords), 0)::int AS passwords,
         coalesce(sum(leaks - closed_leaks), 0)::int AS "openLeaks",
         coalesce(sum(passwords - closed_passwords), 0)::int AS "openPasswords",
         ${rankedBy('leaks', sql`numbers`)} AS "topLeaks", ${rankedBy('passwords', sql`numbers`)} AS "topPasswords"
  FROM numbers`

const numbersSchema = object({
  leaks: int(),
  passwords: int(),
  openLeaks: int(),
  openPasswords: int(),
  topLeaks: summarySchema.shape.top_3_vazamentos_email,
  topPasswords: summarySchema.shape.top_3_vazamentos_senha,
  facts: optional(string()),
})
const sourceSchema = object({
  fonte: string(),
  titulo: nullable(string()),
  vazou_em: string(),
  dia_informado: boolean(),
  atualizado_em: string(),
  registros: number(),
})
const coverageSchema = object({ sources: int(), updatedAt: nullable(string()) })

export const createSummaryRepository = (database: Queryable) => ({
  /** `open`: adds the open part where smaller, and `facts`. */
  numbers: async (
    tenant: Tenant,
    { open }: { readonly open: boolean },
  ): Promise<
    Pick<Summary, 'total_vazamentos' | 'em_aberto' | 'top_3_vazamentos_email' | 'top_3_vazamentos_senha'> & {
      readonly facts?: string | undefined
    }
  > => {
    const [row] =
      tenant.rows === 'all' && open
        ? await database.query(numbersSchema, all(tenant.organisationId))
        : await database.query(numbersSchema, reached(tenant, open))
    const { leaks = 0, passwords = 0, openLeaks = 0, openPasswords = 0 } = row ?? {}
    return {
      facts: row?.facts,
      total_vazamentos: { numero_vazamentos: leaks, numero_senhas_vazadas: passwords },
      ...((openLeaks < leaks || openPasswords < passwords) && {
        em_aberto: { numero_vazamentos: openLeaks, numero_senhas_vazadas: openPasswords },
      }),
      top_3_vazamentos_email: row?.topLeaks ?? [],
      top_3_vazamentos_senha: row?.topPasswords ?? [],
    }
  },
  /** Only fully imported sources that count. */
  coverage: async (organisationId: string): Promise<NonNullable<Summary['cobertura']>> => {
    const [row] = await database.query(
      coverageSchema,
      sql`SELECT count(DISTINCT source_id)::int AS sources,
              to_char(max(finished_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "updatedAt"
       FROM covered_source JOIN import USING (source_id)
       WHERE organisation_id = ${organisationId} AND finished_at IS NOT NULL`,
    )
    const { sources, updatedAt } = row ?? { sources: 0, updatedAt: null }
    return { fontes: sources, ...(updatedAt === null ? {} : { atualizado_em: updatedAt }) }
  },
  /** A page, from 1, of `coverage`, last imports first. */
  sources: async (
    organisationId: string,
    { page, size }: { readonly page: number; readonly size: number },
  ): Promise<CoveredSource[]> => {
    const rows = await database.query(
      sourceSchema,
      sql`SELECT source.name AS fonte, title AS titulo,
              coalesce(source.leaked_on, max(import.leaked_on) FILTER (WHERE day_told), max(import.leaked_on))::text AS vazou_em,
              (source.leaked_on IS NOT NULL OR bool_or(day_told)) AS dia_informado,
              to_char(max(finished_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS atualizado_em,
              sum(lines_new)::float8 AS registros
       FROM covered_source JOIN source ON source.id = source_id JOIN import ON import.source_id = source.id
       WHERE organisation_id = ${organisationId} AND finished_at IS NOT NULL
       GROUP BY source.id ORDER BY max(finished_at) DESC, source.name LIMIT ${size} OFFSET ${(page - 1) * size}`,
    )
    return rows.map(({ dia_informado: isDayTold, ...row }) => ({ ...row, ...(!isDayTold && { dia_informado: false }) }))
  },
})
export type SummaryRepository = ReturnType<typeof createSummaryRepository>
