import { int, nullable, object, string, type infer as Infer } from 'zod/mini'
import type { Database } from '@atalaia/database'

export const sourceSchema = object({ name: string(), imports: int(), leaks: int(), lastImport: nullable(string()) })

/** `leaks` were new when they were imported; `lastImport` is the São Paulo day of the last one that ended. */
export type Source = Infer<typeof sourceSchema>

export const listSources = (database: Database): Promise<Source[]> =>
  database.query(
    sourceSchema,
    `SELECT source.name, count(import.id)::int AS imports, coalesce(sum(lines_new), 0)::int AS leaks,
            (max(finished_at) AT TIME ZONE 'America/Sao_Paulo')::date::text AS "lastImport"
     FROM source LEFT JOIN import ON import.source_id = source.id
     GROUP BY source.id ORDER BY source.name`,
  )
