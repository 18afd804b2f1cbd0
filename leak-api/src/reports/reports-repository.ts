import { array, int, object, string, type infer as Infer } from 'zod/mini'
import type { Database } from '@atalaia/database'

const snapshotSchema = object({
  leaks: int(),
  passwords: int(),
  previousLeaks: int(),
  previousPasswords: int(),
  sources: array(object({ source: string(), seenOn: string(), passwords: int() })),
})
const reportSchema = object({ address: string(), day: string(), snapshot: snapshotSchema })

/** What was known of an address on a São Paulo day. */
export type ReportDocument = Infer<typeof reportSchema>

export const createReportsRepository = (database: Database) => ({
  /** The one call without an organisation: a signed link, made for its organisation, is the right to read it. */
  findSigned: async (id: string): Promise<ReportDocument | undefined> => {
    const [report] = await database.query(
      reportSchema,
      'SELECT address, day::text, snapshot FROM report WHERE id = $1',
      [id],
    )
    return report
  },
})

export type ReportsRepository = ReturnType<typeof createReportsRepository>
