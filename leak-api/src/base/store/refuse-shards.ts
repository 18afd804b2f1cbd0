import { type Queryable, sql } from '@atalaia/database'
import { boolean, object } from 'zod/mini'

/** Throws when an older version moved credentials to other servers by `postgres_fdw` (M-DISTRIBUTE-4). */
export const refuseShards = async (database: Queryable): Promise<void> => {
  const [found] = await database.query(
    object({ yes: boolean() }),
    sql`SELECT EXISTS (SELECT FROM pg_inherits JOIN pg_foreign_table ON ftrelid = inhrelid
  WHERE inhparent = to_regclass('credential')) AS yes`,
  )
  if (found?.yes === true)
    throw new Error(
      'DATABASE_URL: some of its credentials are on other servers (postgres_fdw), which this version does not read; ' +
        'bring them home with the version before: DATABASE_SHARDS= npm run leaks -- shards spread --yes',
    )
}
