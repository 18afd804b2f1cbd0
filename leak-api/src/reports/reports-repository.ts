import type { Queryable } from '@atalaia/database'
import { array, int, object, string, type infer as Infer } from 'zod/mini'

const snapshotSchema = object({
  leaks: int(),
  passwords: int(),
  previousLeaks: int(),
  previousPasswords: int(),
  sources: array(object({ source: string(), seenOn: string(), passwords: int() })),
})
const documentSchema = object({ address: string(), day: string(), snapshot: snapshotSchema })
const listedSchema = object({ id: string(), day: string(), address: string() })

/** The knowledge of an address on a São Paulo day (`YYYY-MM-DD`); it stays as it was. */
export type ReportDocument = Infer<typeof documentSchema>
export type ListedReport = Infer<typeof listedSchema>

export type ReportsRepository = {
  /** The last `count` reports of one organisation, newest first. */
  latest(organisationId: string, count: number): Promise<ListedReport[]>
  /** The one call without an organisation: a signed link, made for its organisation, is the right to read the report. */
  findSigned(id: string): Promise<ReportDocument | undefined>
}

export const createReportsRepository = (database: Queryable): ReportsRepository => ({
  latest: (organisationId, count) =>
    database.query(
      listedSchema,
      'SELECT id::text, day::text, address FROM report WHERE organisation_id = $1 ORDER BY serial DESC LIMIT $2',
      [organisationId, count],
    ),
  findSigned: async (id) => {
    const [report] = await database.query(
      documentSchema,
      'SELECT address, day::text, snapshot FROM report WHERE id = $1',
      [id],
    )
    return report
  },
})
