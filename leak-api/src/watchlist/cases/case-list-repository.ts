import { type Queryable, sql } from '@atalaia/database'
import { int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { reachable, type Tenant } from '../../base/access/tenancy.ts'
import { casesPage, countCases, type CaseQuery } from './case-list-query.ts'
import { caseRowSchema } from './cases-repository.ts'

const listedSchema = object({
  ...caseRowSchema.shape,
  monitoredId: string(),
  address: string(),
  title: nullable(string()),
  /** The instant from which the address has been told of, as {@link comparable} text. */
  toldSince: nullable(string()),
})
export type ListedCaseRow = Infer<typeof listedSchema>
const countSchema = object({ count: int() })
const totalsSchema = object({ open: int(), all: int() })
const sourceSchema = object({ source: string(), title: nullable(string()) })

export type CaseListRepository = {
  page(tenant: Tenant, query: CaseQuery): Promise<{ readonly found: number; readonly rows: ListedCaseRow[] }>
  /** Independent of the query. */
  totals(tenant: Tenant): Promise<Infer<typeof totalsSchema>>
  /** Last imported first. */
  sources(organisationId: string): Promise<Infer<typeof sourceSchema>[]>
}

export const createCaseListRepository = (database: Queryable): CaseListRepository => {
  return {
    page: async (tenant, query) => {
      const [counted] = await database.query(countSchema, countCases(tenant, query))
      return { found: counted?.count ?? 0, rows: await database.query(listedSchema, casesPage(tenant, query)) }
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
