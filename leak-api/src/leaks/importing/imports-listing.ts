import { type Queryable, sql } from '@atalaia/database'
import { boolean, enum as enumOf, int, nullable, number, object, string, type infer as Infer } from 'zod/mini'

const listedImportSchema = object({
  id: string(),
  source: string(),
  file: string(),
  fileHash: nullable(string()),
  fileBytes: nullable(number()),
  date: string(),
  isDayTold: boolean(),
  by: nullable(string()),
  startedAt: string(),
  finishedAt: nullable(string()),
  status: enumOf(['finished', 'unfinished', 'removing']),
  read: number(),
  added: number(),
  known: number(),
  rejected: number(),
  skipped: number(),
  pending: int(),
  reader: int(),
})
/** Old imports have no known hash. Instants: ISO 8601. */
export type ListedImport = Infer<typeof listedImportSchema>

const instant = (column: string) => sql`to_char(${sql.raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Newest first (M-IMPORT-13). */
export const listImports = (
  database: Queryable,
  { source, hash }: { readonly source?: string | undefined; readonly hash?: string | undefined } = {},
): Promise<ListedImport[]> =>
  database.query(
    listedImportSchema,
    sql`SELECT import.id::text AS id, source.name AS source, file_name AS file, file_hash AS "fileHash",
            file_bytes::float8 AS "fileBytes", import.leaked_on::text AS date, day_told AS "isDayTold", imported_by AS by,
            ${instant('started_at')} AS "startedAt", ${instant('finished_at')} AS "finishedAt",
            CASE WHEN removing THEN 'removing' WHEN finished_at IS NULL THEN 'unfinished' ELSE 'finished' END AS status,
            lines_read::float8 AS read, lines_new::float8 AS added, lines_known::float8 AS known,
            lines_rejected::float8 AS rejected, lines_skipped::float8 AS skipped,
            (SELECT count(DISTINCT organisation_id)::int FROM pending_analysis WHERE import_id = import.id) AS pending, reader
     FROM import JOIN source ON source.id = source_id
     WHERE NOT source.fabricated AND (${source ?? null}::text IS NULL OR source.name = ${source ?? null}) AND (${hash ?? null}::text IS NULL OR file_hash = ${hash ?? null})
     ORDER BY import.id DESC`,
  )
