import { DECISIONS_TOLD, type CaseDecisions } from '@atalaia/contracts/cases'
import { type Queryable, sql } from '@atalaia/database'
import { array, int, nullable, object, string } from 'zod/mini'

const changeSchema = object({ campo: string(), de: nullable(string()), para: nullable(string()) })
const decisionsSchema = object({
  told: array(
    object({
      source: string(),
      at: string(),
      by: nullable(string()),
      key: nullable(string()),
      kind: string(),
      changes: array(changeSchema),
    }),
  ),
  older: array(object({ source: string(), count: int() })),
})

/** P-CASE-5 */
const decisions = (monitoredId: string) => sql`WITH decision AS (
    SELECT case_event.id, source, at, kind, account_id, key_id, (
      SELECT jsonb_agg(change) FROM jsonb_array_elements(case_event.changes) AS change
      WHERE change->>'campo' IN ('estado', 'prazo')
    ) AS changes
    FROM case_event JOIN leak_case USING (monitored_id, source) WHERE monitored_id = ${monitoredId} AND leak_case.found
  ),
  newest AS (
    SELECT decision.*, row_number() OVER (ORDER BY id DESC) AS place FROM decision WHERE changes IS NOT NULL
  )
  SELECT coalesce((
      SELECT jsonb_agg(jsonb_build_object('source', source, 'by', email, 'key', api_key.name, 'kind', kind, 'changes', changes,
        'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) ORDER BY place)
      FROM newest LEFT JOIN account ON account.id = account_id LEFT JOIN api_key ON api_key.id = key_id
      WHERE place <= ${sql.lit(DECISIONS_TOLD)}
    ), '[]') AS told, coalesce((
      SELECT jsonb_agg(jsonb_build_object('source', source, 'count', count) ORDER BY source) FROM (
        SELECT source, count(*) FROM newest WHERE place > ${sql.lit(DECISIONS_TOLD)} GROUP BY source
      ) AS older
    ), '[]') AS older`

/** Newest first (P-ADDRESS-14). */
export const readDecisions = async (
  database: Queryable,
  monitoredId: string,
  { showsPeople }: { readonly showsPeople: boolean },
): Promise<CaseDecisions> => {
  const [found] = await database.query(decisionsSchema, decisions(monitoredId))
  const { told = [], older = [] } = found ?? {}
  return {
    linhas: told.map(({ source, at, by, key, kind, changes }) => ({
      fonte: source,
      em: at,
      por: showsPeople ? by : null,
      ...(showsPeople && key !== null && { chave: key }),
      tipo: kind,
      mudancas: changes,
    })),
    anteriores: older.map(({ source, count }) => ({ fonte: source, numero: count })),
  }
}
