import { type Queryable, sql } from '@atalaia/database'
import { int, object, string } from 'zod/mini'
import { recordActs } from '../base/audit/record-audit.ts'

const reopenedSchema = object({ organisationId: string(), source: string(), cases: int() })

export type Reopening = { readonly importId: string; readonly organisations: readonly string[]; readonly at: Date }

/** Writes into the logs of organisations how many of their closed cases an import has opened again. */
export const recordReopened = async (
  transaction: Queryable,
  { importId, organisations, at }: Reopening,
): Promise<void> => {
  const reopened = await transaction.query(
    reopenedSchema,
    sql`SELECT organisation_id::text AS "organisationId", source, count(*)::int AS cases FROM leak_case
  WHERE organisation_id = ANY(${organisations}::bigint[]) AND reopened_by IS NOT NULL AND reopened_at = ${at.toISOString()}::timestamptz
  GROUP BY organisation_id, source ORDER BY organisation_id, source`,
  )
  await recordActs(
    transaction,
    reopened.map(({ organisationId, source: name, cases }) => ({
      organisationIds: [organisationId],
      act: {
        action: 'cases.reopened',
        actor: { kind: 'system' },
        at,
        target: { kind: 'source', name },
        after: { cases, import: importId },
      },
    })),
  )
}
