import { type Database, sql } from '@atalaia/database'
import { int, object } from 'zod/mini'

export const waiting = async (database: Database): Promise<number> => {
  const [found] = await database.query(
    object({ count: int() }),
    sql`SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return found?.count ?? 0
}
