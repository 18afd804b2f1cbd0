import type { CaseSource, CaseSourceFilter, CaseSourceOrder } from '@atalaia/contracts/cases'
import { CASE_SOURCE_PAGE } from '@atalaia/contracts/cases'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { int, nullable, object, string } from 'zod/mini'
import { reachable, type Tenant } from '../../base/access/tenancy.ts'
import { CLOSED } from '../../base/closed-cases.ts'
import { hasPointsOf } from '../../numbers/severity/severity.ts'

export type CaseSourceQuery = {
  /** A part of the name or the title, in lower case; '' for all. */
  readonly search: string
  readonly filter: CaseSourceFilter
  readonly order: CaseSourceOrder
  readonly reversed: boolean
  /** From 1. */
  readonly page: number
}

const rowSchema = object({
  found: int(),
  source: string(),
  title: nullable(string()),
  leakedOn: nullable(string()),
  since: nullable(string()),
  addresses: int(),
  passwords: int(),
  open: int(),
  critical: int(),
})

const ORDERS: Readonly<Record<CaseSourceOrder, readonly [usual: Sql, reversed: Sql]>> = {
  gravidade: [sql`critical DESC, open DESC`, sql`critical, open`],
  conhecida: [sql`since DESC NULLS LAST`, sql`since NULLS FIRST`],
  vazou: [sql`"leakedOn" DESC NULLS LAST`, sql`"leakedOn" NULLS FIRST`],
  enderecos: [sql`addresses DESC`, sql`addresses`],
  senhas: [sql`passwords DESC`, sql`passwords`],
  abertos: [sql`open DESC`, sql`open`],
}

const sources = (tenant: Tenant) => sql`SELECT one.source, count(*)::int AS addresses, sum(passwords)::int AS passwords,
    min(since) AS since, count(*) FILTER (WHERE is_open)::int AS open,
    count(*) FILTER (WHERE is_open AND ${hasPointsOf('critica', sql`points`)})::int AS critical
  FROM (
    SELECT kept.*, coalesce(leak_case.state NOT IN ${CLOSED}, true) AS is_open
    FROM (SELECT * FROM monitored_address WHERE ${reachable(tenant)} AND watched AND leaks > 0) AS mine
    CROSS JOIN LATERAL unnest(case_sources, case_severities, case_since, case_passwords)
      AS kept (source, points, since, passwords)
    LEFT JOIN leak_case ON leak_case.monitored_id = mine.id AND leak_case.source = kept.source
  ) AS one GROUP BY one.source`

const pageSql = (tenant: Tenant, { search, filter, order, reversed, page }: CaseSourceQuery) => {
  const [usual, turned] = ORDERS[order]
  return sql`SELECT (count(*) OVER ())::int AS found, one.source, title, "leakedOn"::text, addresses, coalesce(passwords, 0) AS passwords,
      open, critical, to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since
    FROM (
      SELECT counted.*, title,
        coalesce(leaked_on, (SELECT max(import.leaked_on) FROM import WHERE source_id = source.id AND day_told)) AS "leakedOn"
      FROM (${sources(tenant)}) AS counted JOIN source ON source.name = counted.source
    ) AS one
    WHERE ${filter === 'todos' ? sql`true` : sql`open > 0`}
      AND (strpos(lower(one.source), ${search}) > 0 OR strpos(lower(coalesce(title, '')), ${search}) > 0)
    ORDER BY ${reversed ? turned : usual}, one.since DESC NULLS LAST, one.source
    LIMIT ${CASE_SOURCE_PAGE} OFFSET ${(page - 1) * CASE_SOURCE_PAGE}`
}

/** Pages the sources with a tenant's cases, and counts all that match (P-CASE-20). */
export const readCaseSources = async (
  database: Queryable,
  tenant: Tenant,
  query: CaseSourceQuery,
): Promise<{ readonly encontrados: number; readonly linhas: CaseSource[] }> => {
  const rows = await database.query(rowSchema, pageSql(tenant, query))
  return {
    encontrados: rows[0]?.found ?? 0,
    linhas: rows.map((row) => ({
      fonte: row.source,
      titulo: row.title,
      vazou_em: row.leakedOn,
      aqui_desde: row.since,
      enderecos: row.addresses,
      senhas: row.passwords,
      abertos: row.open,
      criticos: row.critical,
    })),
  }
}
