import { sql } from 'kysely'
import { object, string } from 'zod/mini'
import type { Queryable } from '../src/database.ts'
import type { MigrationOptions } from '../src/migrate.ts'
import { newMigrations } from './migration-folder.ts'

const FIRST = `
  CREATE TABLE $team (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, lead integer);
  CREATE TABLE $person (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, team integer NOT NULL REFERENCES $team (id),
    above bigint REFERENCES $person (id), name text NOT NULL, short text GENERATED ALWAYS AS (lower(name)) STORED,
    photo bytea, facts jsonb NOT NULL DEFAULT '{}', since timestamptz);
  ALTER TABLE $team ADD FOREIGN KEY (lead) REFERENCES $person (id);
  CREATE TABLE $visit (person bigint NOT NULL REFERENCES $person (id), page text, PRIMARY KEY (person, page)) PARTITION BY HASH (person);
  CREATE TABLE $visit_0 PARTITION OF $visit FOR VALUES WITH (MODULUS 2, REMAINDER 0);
  CREATE TABLE $visit_1 PARTITION OF $visit FOR VALUES WITH (MODULUS 2, REMAINDER 1);
  CREATE TABLE $revision (value integer NOT NULL);
  INSERT INTO $revision VALUES (0);
  CREATE FUNCTION $count_person() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN UPDATE $revision SET value = value + 1; RETURN NEW; END';
  CREATE TRIGGER counted AFTER INSERT ON $person FOR EACH ROW EXECUTE FUNCTION $count_person()`
const SECOND = "ALTER TABLE $person ADD COLUMN greeting text NOT NULL DEFAULT 'olá'"

export const versionsOf = (schema?: 'gateway') => {
  const within = (text: string) => text.replaceAll('$', schema === undefined ? '' : `${schema}.`)
  const first = { '1-people.sql': within(FIRST) }
  const of = (files: Readonly<Record<string, string>>): MigrationOptions => ({
    ...newMigrations(files),
    ...(schema !== undefined && { schema }),
  })
  return { older: of(first), newer: of({ ...first, '2-greeting.sql': within(SECOND) }) }
}

/** Rows of every kind, some in a circle. */
export const fill = (database: Queryable, schema = 'public'): Promise<void> =>
  database.script(`SET search_path = ${schema};
    INSERT INTO team (name) VALUES ('um'), ('dois');
    INSERT INTO person (team, above, name, photo, facts, since)
      SELECT 1 + n % 2, nullif(n, 3000) + 1, 'Ana ' || n, convert_to(repeat(md5(n::text), 200), 'UTF8'),
        jsonb_build_object('n', n), '2026-01-01Z'::timestamptz + n * interval '1 minute'
      FROM generate_series(1, 3000) AS n;
    UPDATE team SET lead = id;
    INSERT INTO visit SELECT id, 'página ' || page FROM person, generate_series(1, 3) AS page;
    CREATE TABLE made_while_running (a bigint);
    RESET search_path`)

const row = object({ row: string() })

/** All visible content. The last row is inserted by this call. */
export const contentOf = async (database: Queryable, schema = 'public'): Promise<string[]> => {
  await database.script(`INSERT INTO ${schema}.team (name) VALUES ('novo')`)
  const rows = await database.query(
    row,
    sql`SELECT concat_ws(' ', id, team, above, name, short, md5(photo), facts, since AT TIME ZONE 'UTC') AS row FROM ${sql.raw(schema)}.person
     UNION ALL SELECT concat_ws(' ', person, page) FROM ${sql.raw(schema)}.visit
     UNION ALL SELECT concat_ws(' ', 'revision', value) FROM ${sql.raw(schema)}.revision
     UNION ALL SELECT concat_ws(' ', 'team', id, name, lead) FROM ${sql.raw(schema)}.team
     UNION ALL SELECT concat_ws(' ', conname, contype, convalidated) FROM pg_constraint
       WHERE connamespace = ${sql.lit(schema)}::regnamespace AND contype IN ('p', 'u', 'f')
     UNION ALL SELECT concat_ws(' ', relname, tgname, tgenabled) FROM pg_trigger
       JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal AND relnamespace = ${sql.lit(schema)}::regnamespace
     ORDER BY 1`,
  )
  await database.script(`DELETE FROM ${schema}.team WHERE name = 'novo'`)
  return rows.map((one) => one.row)
}
