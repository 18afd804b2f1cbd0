import { type Queryable, sql, type Sql } from '@atalaia/database'
import { int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { reachable, type Tenant } from '../../base/access/tenancy.ts'
import {
  before,
  includesUntouched,
  isSplit,
  severityPage,
  touched,
  touchedPage,
  untouched,
  untouchedPage,
  type CaseQuery,
} from './case-list-query.ts'
import { caseRowSchema } from './cases-repository.ts'

const listedSchema = object({
  ...caseRowSchema.shape,
  monitoredId: string(),
  address: string(),
  title: nullable(string()),
})
export type ListedCaseRow = Infer<typeof listedSchema>
const countSchema = object({ count: int() })
const totalsSchema = object({ open: int(), all: int() })
const sourceSchema = object({ source: string(), title: nullable(string()) })

/** The list of an organisation's cases. Every call names the tenant: no row is reached without it. */
export type CaseListRepository = {
  /**
   * A page of the cases that a query leaves, and the number of all of them. Those that somebody has touched stand first, but for
   * the order by severity.
   */
  page(tenant: Tenant, query: CaseQuery): Promise<{ readonly found: number; readonly rows: ListedCaseRow[] }>
  /** Cases of the tenant, whatever the query. */
  totals(tenant: Tenant): Promise<Infer<typeof totalsSchema>>
  /** The sources that count for it, the last imported first. */
  sources(organisationId: string): Promise<Infer<typeof sourceSchema>[]>
}

/** All cases of an organisation but those with a row: its sums are kept, so that 100,000 addresses are not added up. */
const allUntouched = (organisationId: string) => sql`SELECT (coalesce(max(leaks), 0) - (
    SELECT count(*) FROM leak_case JOIN monitored_address AS mine ON mine.id = monitored_id
    WHERE leak_case.organisation_id = ${organisationId} AND found AND mine.watched AND mine.leaks > 0
  ))::int AS count FROM organisation_total WHERE organisation_id = ${organisationId}`
const isWhole = ({ rows }: Tenant, { search, source, owner }: CaseQuery) =>
  rows === 'all' && search === '' && source === undefined && owner === undefined

export const createCaseListRepository = (database: Queryable): CaseListRepository => {
  const count = async (statement: Sql) => (await database.query(countSchema, statement))[0]?.count ?? 0
  return {
    page: async (tenant, query) => {
      const first = await count(sql`SELECT count(*)::int AS count ${touched(tenant, query)}`)
      const countOthers = () =>
        isWhole(tenant, query)
          ? count(allUntouched(tenant.organisationId))
          : count(sql`SELECT coalesce(sum(cases), 0)::int AS count FROM (${untouched(tenant, query)}) AS one`)
      const others = includesUntouched(query) ? await countOthers() : 0
      const found = first + others
      const { order } = query
      if (!isSplit(order)) return { found, rows: await database.query(listedSchema, severityPage(tenant, query)) }
      const rows = before(query) >= first ? [] : await database.query(listedSchema, touchedPage(tenant, query, order))
      const size = query.size - rows.length
      if (size === 0 || others === 0) return { found, rows }
      const skipped = Math.max(0, before(query) - first)
      const more = await database.query(listedSchema, untouchedPage(tenant, query, { by: order, skipped, size }))
      return { found, rows: [...rows, ...more] }
    },
    totals: async (tenant) => {
      const [totals] = await database.query(
        totalsSchema,
        tenant.rows === 'all'
          ? sql`SELECT (leaks - closed_leaks)::int AS open, leaks::int AS all FROM organisation_total
             WHERE organisation_id = ${tenant.organisationId}`
          : sql`SELECT coalesce(sum(leaks - closed_leaks), 0)::int AS open, coalesce(sum(leaks), 0)::int AS all
             FROM monitored_address WHERE ${reachable(tenant)} AND watched`,
      )
      return totals ?? { open: 0, all: 0 }
    },
    sources: (organisationId) =>
      database.query(
        sourceSchema,
        sql`SELECT covered_source.source, title FROM covered_source JOIN source ON source.id = source_id
         WHERE organisation_id = ${organisationId} AND EXISTS (SELECT FROM import WHERE import.source_id = covered_source.source_id)
         ORDER BY (SELECT max(id) FROM import WHERE import.source_id = covered_source.source_id) DESC LIMIT 200`,
      ),
  }
}
