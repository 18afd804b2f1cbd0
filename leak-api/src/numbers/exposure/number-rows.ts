import { ROWS_AT_ONCE, type RowNumber } from '@atalaia/contracts/number-rows'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { array, boolean, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { toldDay } from '../../base/store/told-day.ts'
import { seenOf, type Monitored } from './exposure-repository.ts'

const rowsSchema = object({
  total: int(),
  rows: array(
    object({
      ordinal: int(),
      name: nullable(string()),
      day: string(),
      last: string(),
      isDayTold: boolean(),
      kinds: array(string()),
      sources: array(string()),
    }),
  ),
})
export type FoundRows = Infer<typeof rowsSchema>

type Counted = {
  readonly key: Sql
  readonly having: Sql
  readonly kinds: Sql
  readonly order: Sql
  /** Only where it may be shown. */
  readonly name?: Sql
  readonly only?: Sql
}

/** Same order as `ExposureRepository.passwords`. */
const MOST_SOURCES = sql`count(DISTINCT source) DESC, min(day), array_agg(DISTINCT source ORDER BY source), key`
const PASSWORDS = {
  key: sql`fingerprint`,
  having: sql`secret = 'plain'`,
  kinds: sql`'{}'::text[]`,
  order: MOST_SOURCES,
}

const COUNTED: Readonly<Record<RowNumber, Counted>> = {
  senhas: PASSWORDS,
  repetidas: { ...PASSWORDS, only: sql`cardinality(sources) > 1` },
  hashes: { key: sql`fingerprint`, having: sql`secret <> 'plain'`, kinds: sql`ARRAY[secret]`, order: MOST_SOURCES },
  computadores: {
    key: sql`machine`,
    having: sql`machine IS NOT NULL`,
    kinds: sql`told.kinds`,
    order: sql`min(told_day) NULLS LAST, key`,
  },
  sites: {
    key: sql`host.name`,
    having: sql`host.name IS NOT NULL`,
    kinds: sql`told.kinds`,
    order: sql`key`,
    name: sql`key`,
  },
}

type AskedRows = {
  readonly organisationId: string
  readonly monitored: Monitored
  readonly number: RowNumber
  readonly source: string | undefined
  readonly after: number
}

const rowsSql = (
  { key, having, kinds, order, name = sql`NULL`, only = sql`true` }: Counted,
  { organisationId, monitored, source, after }: AskedRows,
) => sql`WITH ${seenOf(organisationId, monitored)},
  line AS (
    SELECT ${key} AS key, source.name AS source, told.day, ${toldDay()} AS told_day, ${kinds} AS kinds
    FROM told JOIN source ON source.id = told.source_id JOIN (SELECT id, import_id, day, day_told FROM sighting) AS sighting ON sighting.id = told.sighting
    LEFT JOIN import ON import.id = sighting.import_id LEFT JOIN host ON host.id = told.website WHERE ${having}
  ),
  ranked AS (
    SELECT key, row_number() OVER (ORDER BY ${order}) AS ordinal, array_agg(DISTINCT source ORDER BY source) AS sources,
      min(day) FILTER (WHERE ${source}::text IS NULL OR source = ${source}) AS day,
      max(day) FILTER (WHERE ${source}::text IS NULL OR source = ${source}) AS last,
      min(told_day) FILTER (WHERE ${source}::text IS NULL OR source = ${source}) AS told_first,
      max(told_day) FILTER (WHERE ${source}::text IS NULL OR source = ${source}) AS told_last
    FROM line GROUP BY key
  ),
  -- Not joined with the lines again: the planner knows nothing of either, and may look through all of one for each of the other.
  listed AS (SELECT * FROM ranked WHERE day IS NOT NULL AND ${only}),
  page AS (SELECT * FROM listed ORDER BY ordinal LIMIT ${ROWS_AT_ONCE} OFFSET ${after}::integer),
  kind AS (
    SELECT key, array_agg(DISTINCT each ORDER BY each) AS kinds
    FROM page JOIN line USING (key) CROSS JOIN unnest(line.kinds) AS each
    WHERE ${source}::text IS NULL OR source = ${source} GROUP BY key
  )
  SELECT (SELECT count(*) FROM listed)::int AS total, coalesce((
    SELECT jsonb_agg(jsonb_build_object('ordinal', ordinal, 'name', ${name}, 'day', coalesce(told_first, day)::text,
      'last', coalesce(told_last, last)::text, 'isDayTold', told_first IS NOT NULL,
      'kinds', coalesce(kinds, '{}'), 'sources', sources) ORDER BY ordinal)
    FROM page LEFT JOIN kind USING (key)), '[]') AS rows`

/** {@link ROWS_AT_ONCE} rows from `after` on. */
export const readNumberRows = async (database: Queryable, asked: AskedRows): Promise<FoundRows> => {
  const [found] = await database.query(rowsSchema, rowsSql(COUNTED[asked.number], asked))
  return found ?? { total: 0, rows: [] }
}
