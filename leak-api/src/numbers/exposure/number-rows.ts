import { ROWS_AT_ONCE, type RowNumber } from '@atalaia/contracts/number-rows'
import type { Queryable } from '@atalaia/database'
import { array, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { ofAddress, SEEN, type Monitored } from './exposure-repository.ts'

const rowsSchema = object({
  total: int(),
  rows: array(
    object({
      ordinal: int(),
      name: nullable(string()),
      day: string(),
      last: string(),
      kinds: array(string()),
      sources: array(string()),
    }),
  ),
})
export type FoundRows = Infer<typeof rowsSchema>

/** A thing that is counted: its key, the lines that have it, its kinds in a line, and the order of all of them. */
type Counted = {
  readonly key: string
  readonly having: string
  readonly kinds: string
  readonly order: string
  /** SQL of its name, where it may be told. */
  readonly name?: string
  /** SQL of a further condition. */
  readonly only?: string
}

/** The order of the passwords of the address in `ExposureRepository.passwords`. */
const MOST_SOURCES = 'count(DISTINCT source) DESC, min(day), key'
const PASSWORDS = { key: 'fingerprint', having: `secret = 'plain'`, kinds: `'{}'::text[]`, order: MOST_SOURCES }

const COUNTED: Readonly<Record<RowNumber, Counted>> = {
  senhas: PASSWORDS,
  repetidas: { ...PASSWORDS, only: 'cardinality(sources) > 1' },
  hashes: { key: 'fingerprint', having: `secret <> 'plain'`, kinds: 'ARRAY[secret]', order: MOST_SOURCES },
  computadores: { key: 'machine', having: 'machine IS NOT NULL', kinds: 'told.kinds', order: 'min(day), key' },
  sites: { key: 'host.name', having: 'host.name IS NOT NULL', kinds: 'told.kinds', order: 'key', name: 'key' },
}

/** `$5` is the source, or NULL for all; `$6` the rows that are left out. */
const rowsSql = ({ key, having, kinds, order, name = 'NULL', only = 'true' }: Counted) => `WITH ${SEEN},
  line AS (
    SELECT ${key} AS key, source.name AS source, day, ${kinds} AS kinds
    FROM told JOIN source ON source.id = told.source_id LEFT JOIN host ON host.id = told.website WHERE ${having}
  ),
  ranked AS (
    SELECT key, row_number() OVER (ORDER BY ${order}) AS ordinal, array_agg(DISTINCT source ORDER BY source) AS sources,
      min(day) FILTER (WHERE $5::text IS NULL OR source = $5) AS day,
      max(day) FILTER (WHERE $5::text IS NULL OR source = $5) AS last
    FROM line GROUP BY key
  ),
  -- Not joined with the lines again: the planner knows nothing of either, and may look through all of one for each of the other.
  listed AS (SELECT * FROM ranked WHERE day IS NOT NULL AND ${only}),
  page AS (SELECT * FROM listed ORDER BY ordinal LIMIT ${ROWS_AT_ONCE} OFFSET $6::integer),
  kind AS (
    SELECT key, array_agg(DISTINCT each ORDER BY each) AS kinds
    FROM page JOIN line USING (key) CROSS JOIN unnest(line.kinds) AS each
    WHERE $5::text IS NULL OR source = $5 GROUP BY key
  )
  SELECT (SELECT count(*) FROM listed)::int AS total, coalesce((
    SELECT jsonb_agg(jsonb_build_object('ordinal', ordinal, 'name', ${name}, 'day', day::text, 'last', last::text,
      'kinds', coalesce(kinds, '{}'), 'sources', sources) ORDER BY ordinal)
    FROM page LEFT JOIN kind USING (key)), '[]') AS rows`

/**
 * The rows that a number of a monitored address is made of, {@link ROWS_AT_ONCE} from the row `after` on: of one source, or of all
 * sources that count for the organisation.
 */
export const readNumberRows = async (
  database: Queryable,
  {
    organisationId,
    monitored,
    number,
    source,
    after,
  }: {
    readonly organisationId: string
    readonly monitored: Monitored
    readonly number: RowNumber
    readonly source: string | undefined
    readonly after: number
  },
): Promise<FoundRows> => {
  const parameters = [...ofAddress(organisationId, monitored), source ?? null, after]
  const [found] = await database.query(rowsSchema, rowsSql(COUNTED[number]), parameters)
  return found ?? { total: 0, rows: [] }
}
