import { analysesSchema, summarySchema, type Analysis, type Summary } from '@atalaia/contracts'
import { int, nullable, object, string, type infer as Infer } from 'zod/mini'
import type { Database } from '@atalaia/database'

const numbersOfEach = `
  SELECT address, count(DISTINCT source_id)::int AS leaks,
         (count(DISTINCT fingerprint) FILTER (WHERE fingerprint <> ''))::int AS passwords
  FROM monitored_address JOIN leak USING (address)
  WHERE organisation_id = $1
  GROUP BY address`

const rankedBy = (column: 'leaks' | 'passwords') => `(
  SELECT coalesce(jsonb_agg(jsonb_build_object('quantidade', ${column}, 'usuario', address)
                            ORDER BY ${column} DESC, address), '[]')
  FROM (SELECT * FROM numbers WHERE ${column} > 0 ORDER BY ${column} DESC, address LIMIT 3) AS top)`

const summaryRowSchema = object({
  leaks: int(),
  passwords: int(),
  topLeaks: summarySchema.shape.top_3_vazamentos_email,
  topPasswords: summarySchema.shape.top_3_vazamentos_senha,
})
const coverageSchema = object({ sources: int(), updatedAt: nullable(string()) })
const latestReportSchema = object({ id: string(), day: string(), address: string() })

export type LatestReport = Infer<typeof latestReportSchema>
export type Coverage = Infer<typeof coverageSchema>
type Numbers = Pick<Summary, 'total_vazamentos' | 'top_3_vazamentos_email' | 'top_3_vazamentos_senha'>

/** Every call names the organisation: there is no way to a row without it. */
export const createDashboardRepository = (database: Database) => ({
  /** Runs of the days from `since` on (`YYYY-MM-DD`), oldest first. */
  analyses: (organisationId: string, since: string): Promise<Analysis[]> =>
    database.query(
      analysesSchema.def.element,
      `SELECT day::text AS data_analise, passwords AS total_senhas, leaks AS total_vazamentos
       FROM analysis WHERE organisation_id = $1 AND day >= $2::date ORDER BY day, ran_at, id`,
      [organisationId, since],
    ),

  numbers: async (organisationId: string): Promise<Numbers> => {
    const [row] = await database.query(
      summaryRowSchema,
      `WITH numbers AS MATERIALIZED (${numbersOfEach})
       SELECT coalesce(sum(leaks), 0)::int AS leaks, coalesce(sum(passwords), 0)::int AS passwords,
              ${rankedBy('leaks')} AS "topLeaks", ${rankedBy('passwords')} AS "topPasswords"
       FROM numbers`,
      [organisationId],
    )
    return {
      total_vazamentos: { numero_vazamentos: row?.leaks ?? 0, numero_senhas_vazadas: row?.passwords ?? 0 },
      top_3_vazamentos_email: row?.topLeaks ?? [],
      top_3_vazamentos_senha: row?.topPasswords ?? [],
    }
  },

  latestReports: (organisationId: string): Promise<LatestReport[]> =>
    database.query(
      latestReportSchema,
      'SELECT id::text, day::text, address FROM report WHERE organisation_id = $1 ORDER BY serial DESC LIMIT 3',
      [organisationId],
    ),

  /** Invented sources count for the demonstration account alone. */
  coverage: async (organisationId: string): Promise<Coverage> => {
    const [row] = await database.query(
      coverageSchema,
      `SELECT count(DISTINCT source.id)::int AS sources,
              to_char(max(finished_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "updatedAt"
       FROM source JOIN import ON import.source_id = source.id
       WHERE finished_at IS NOT NULL
         AND (NOT source.fabricated OR (SELECT fabricated FROM organisation WHERE id = $1))`,
      [organisationId],
    )
    return row ?? { sources: 0, updatedAt: null }
  },
})

export type DashboardRepository = ReturnType<typeof createDashboardRepository>
