/**
 * Deletes rows that no migration wrote, and restarts sequences. Keeps the list of migrations and
 * the gateway's revision. Ten times faster than `TRUNCATE` on small tables. Triggers do not fire.
 */
export const DELETE_ROWS = `
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
