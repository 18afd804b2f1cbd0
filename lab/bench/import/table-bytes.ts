import { type Database, sql } from '@atalaia/database'
import { number, object } from 'zod/mini'

const SIZES = sql`SELECT coalesce(sum(pg_relation_size(oid)) FILTER (WHERE relkind = 'r'), 0)::float8 AS heap,
    coalesce(sum(pg_relation_size(oid)) FILTER (WHERE relkind = 'i'), 0)::float8 AS keys
  FROM pg_class WHERE relnamespace = 'public'::regnamespace
    AND relname ~ '^(leak|credential|resighting|host|sighting)(_|$)'`

export const tableBytes = async (database: Database): Promise<{ readonly heap: number; readonly keys: number }> => {
  const [sizes] = await database.query(object({ heap: number(), keys: number() }), SIZES)
  return sizes ?? { heap: 0, keys: 0 }
}
