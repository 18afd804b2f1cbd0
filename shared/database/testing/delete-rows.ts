import { DatabaseError, type Database } from '../src/database.ts'

/** SQLSTATE. */
const DEADLOCK = '40P01'

const DELETE_ROWS = `
  DO $$ DECLARE each text; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR each IN SELECT pg_class.oid::regclass::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relname NOT IN ('schema_migration', 'revision')
        AND nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND (relkind = 'p' OR pg_relation_size(pg_class.oid) > 0)
    LOOP EXECUTE 'DELETE FROM ' || each; END LOOP;
    PERFORM setval(format('%I.%I', schemaname, sequencename), start_value, false)
      FROM pg_sequences WHERE last_value IS NOT NULL;
  END $$`

/**
 * Deletes rows that no migration wrote, restarts sequences, then runs `seed`. Keeps the list of
 * migrations and the gateway's revision. Ten times faster than `TRUNCATE` on small tables. Triggers
 * do not fire. Tries again after a deadlock with a server of the test before.
 */
export const deleteRows = async (database: Database, seed = '', attempts = 5): Promise<void> => {
  try {
    await database.script(`${DELETE_ROWS}; ${seed}`)
  } catch (error) {
    if (attempts === 1 || !(error instanceof DatabaseError) || error.code !== DEADLOCK) throw error
    await deleteRows(database, seed, attempts - 1)
  }
}
