import { type Queryable, sql } from '@atalaia/database'
import { reachable, type Tenant } from '../../base/access/tenancy.ts'
import { array, int, nullable, object, string, type infer as Infer } from 'zod/mini'

const snapshotSchema = object({
  leaks: int(),
  passwords: int(),
  previousLeaks: int(),
  previousPasswords: int(),
  sources: array(object({ source: string(), seenOn: nullable(string()), passwords: int() })),
})
const documentSchema = object({ organisationId: string(), address: string(), day: string(), snapshot: snapshotSchema })
const listedSchema = object({ id: string(), day: string(), address: string() })

/** As known on a São Paulo day (`YYYY-MM-DD`), unchanged since. */
export type ReportDocument = Infer<typeof documentSchema>
export type ListedReport = Infer<typeof listedSchema>

export type ReportsRepository = {
  /** Newest first. */
  latest(tenant: Tenant, count: number): Promise<ListedReport[]>
  /** Without a tenant: a signed link is the right to read. */
  findSigned(id: string): Promise<ReportDocument | undefined>
}

export const createReportsRepository = (database: Queryable): ReportsRepository => ({
  latest: (tenant, count) =>
    database.query(
      listedSchema,
      sql`SELECT id::text, day::text, address FROM report WHERE ${reachable(tenant)} ORDER BY serial DESC LIMIT ${count}`,
    ),
  findSigned: async (id) => {
    const [report] = await database.query(
      documentSchema,
      sql`SELECT organisation_id::text AS "organisationId", address, day::text, snapshot FROM report WHERE id = ${id}`,
    )
    return report
  },
})
