import { summarySchema, type Summary } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { reachable, tenantParameters, type Tenant } from '../access/tenancy.ts'
import { int, nullable, object, string } from 'zod/mini'

const rankedBy = (column: 'leaks' | 'passwords') => `(
  SELECT coalesce(jsonb_agg(jsonb_build_object('quantidade', ${column}, 'usuario', address)
                            ORDER BY ${column} DESC, address), '[]')
  FROM (SELECT * FROM numbers WHERE ${column} > 0 ORDER BY ${column} DESC, address LIMIT 3) AS top)`

const numbersSchema = object({
  leaks: int(),
  passwords: int(),
  topLeaks: summarySchema.shape.top_3_vazamentos_email,
  topPasswords: summarySchema.shape.top_3_vazamentos_senha,
})
const coverageSchema = object({ sources: int(), updatedAt: nullable(string()) })

export type SummaryRepository = {
  /** The totals of what a tenant reaches, and its three addresses with the most leaks and with the most passwords. */
  numbers(
    tenant: Tenant,
  ): Promise<Pick<Summary, 'total_vazamentos' | 'top_3_vazamentos_email' | 'top_3_vazamentos_senha'>>
  /** The sources that count for one organisation and were imported to their end, with the instant of the last import. */
  coverage(organisationId: string): Promise<NonNullable<Summary['cobertura']>>
}

export const createSummaryRepository = (database: Queryable): SummaryRepository => ({
  numbers: async (tenant) => {
    const [row] = await database.query(
      numbersSchema,
      `WITH numbers AS MATERIALIZED (
         SELECT address, leaks, passwords FROM address_numbers WHERE ${reachable()}
       )
       SELECT coalesce(sum(leaks), 0)::int AS leaks, coalesce(sum(passwords), 0)::int AS passwords,
              ${rankedBy('leaks')} AS "topLeaks", ${rankedBy('passwords')} AS "topPasswords"
       FROM numbers`,
      tenantParameters(tenant),
    )
    return {
      total_vazamentos: { numero_vazamentos: row?.leaks ?? 0, numero_senhas_vazadas: row?.passwords ?? 0 },
      top_3_vazamentos_email: row?.topLeaks ?? [],
      top_3_vazamentos_senha: row?.topPasswords ?? [],
    }
  },
  coverage: async (organisationId) => {
    const [row] = await database.query(
      coverageSchema,
      `SELECT count(DISTINCT source_id)::int AS sources,
              to_char(max(finished_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "updatedAt"
       FROM covered_source JOIN import USING (source_id)
       WHERE organisation_id = $1 AND finished_at IS NOT NULL`,
      [organisationId],
    )
    const { sources, updatedAt } = row ?? { sources: 0, updatedAt: null }
    return { fontes: sources, ...(updatedAt === null ? {} : { atualizado_em: updatedAt }) }
  },
})
