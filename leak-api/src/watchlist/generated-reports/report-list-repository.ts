import { REPORT_KINDS, REPORT_OCCASIONS, REPORT_PAGE_SIZE, type ReportKind } from '@atalaia/contracts/leak-reports'
import type { Queryable } from '@atalaia/database'
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

/** The reports of both tables. What was issued of a change stands in `report`. `$1` organisation, `$2` kind, `$3` search. */
const ALL = `(
    SELECT id, 'mudanca' AS kind, 'mudanca' AS occasion, address AS title, day, NULL::date AS first_day, day AS last_day,
      serial AS place, NULL::timestamptz AS issued_at
    FROM report WHERE organisation_id = $1 AND ($2::text IS NULL OR $2 = 'mudanca') AND ($3 = '' OR strpos(address, $3) > 0)
    UNION ALL
    SELECT id, kind, occasion, title, day, first_day, last_day, 0, issued_at
    FROM issued_document WHERE organisation_id = $1 AND kind IN ('endereco', 'organizacao')
      AND ($2::text IS NULL OR kind = $2) AND ($3 = '' OR strpos(lower(title), $3) > 0)
  ) AS listed`

/** The list of an organisation's reports. */
export const createReportListRepository = (database: Queryable) => ({
  /** A page of the reports that a query leaves, the newest first, and the number of all of them. */
  page: async (organisationId: string, { kind, search, page }: ReportQuery) => {
    const parameters = [organisationId, kind ?? null, search]
    const [found] = await database.query(
      object({ count: int() }),
      `SELECT count(*)::int AS count FROM ${ALL}`,
      parameters,
    )
    const rows = await database.query(
      rowSchema,
      `SELECT id::text, kind, occasion, title, day::text, first_day::text AS "from", last_day::text AS "to" FROM ${ALL}
       ORDER BY listed.day DESC, issued_at DESC NULLS LAST, place DESC LIMIT ${REPORT_PAGE_SIZE} OFFSET $4`,
      [...parameters, (page - 1) * REPORT_PAGE_SIZE],
    )
    return { found: found?.count ?? 0, rows }
  },
})
