import { REPORT_KINDS, REPORT_OCCASIONS, REPORT_PAGE_SIZE, type ReportKind } from '@atalaia/contracts/leak-reports'
import { type Queryable, sql } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'

const rowSchema = object({
  id: string(),
  kind: oneOf(REPORT_KINDS),
  occasion: oneOf(REPORT_OCCASIONS),
  title: string(),
  day: string(),
  from: nullable(string()),
  to: string(),
})
export type ListedReportRow = Infer<typeof rowSchema>

export type ReportQuery = {
  readonly kind: ReportKind | undefined
  /** A part of the address, in lower case; '' for all. */
  readonly search: string
  /** From 1. */
  readonly page: number
}

/** The reports of both tables. What was issued of a change stands in `report`. */
const all = (organisationId: string, kind: string | null, search: string) => sql`(
    SELECT id, 'mudanca' AS kind, 'mudanca' AS occasion, address AS title, day, NULL::date AS first_day, day AS last_day,
      serial AS place, NULL::timestamptz AS issued_at
    FROM report WHERE organisation_id = ${organisationId} AND (${kind}::text IS NULL OR ${kind} = 'mudanca') AND (${search} = '' OR strpos(address, ${search}) > 0)
    UNION ALL
    SELECT id, kind, occasion, title, day, first_day, last_day, 0, issued_at
    FROM issued_document WHERE organisation_id = ${organisationId} AND kind IN ('endereco', 'organizacao')
      AND (${kind}::text IS NULL OR kind = ${kind}) AND (${search} = '' OR strpos(lower(title), ${search}) > 0)
  ) AS listed`

/** The list of an organisation's reports. */
export const createReportListRepository = (database: Queryable) => ({
  /** A page of the reports that a query leaves, the newest first, and the number of all of them. */
  page: async (organisationId: string, { kind, search, page }: ReportQuery) => {
    const listed = all(organisationId, kind ?? null, search)
    const [found] = await database.query(object({ count: int() }), sql`SELECT count(*)::int AS count FROM ${listed}`)
    const rows = await database.query(
      rowSchema,
      sql`SELECT id::text, kind, occasion, title, day::text, first_day::text AS "from", last_day::text AS "to" FROM ${listed}
       ORDER BY listed.day DESC, issued_at DESC NULLS LAST, place DESC LIMIT ${REPORT_PAGE_SIZE} OFFSET ${(page - 1) * REPORT_PAGE_SIZE}`,
    )
    return { found: found?.count ?? 0, rows }
  },
})
