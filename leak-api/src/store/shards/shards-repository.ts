import { DatabaseError, type Database, type Queryable } from '@atalaia/database'
import { array, boolean, nullable, number, object, string, type infer as Infer } from 'zod/mini'
import type { ServerAddress } from './server-address.ts'

/** The tables whose partitions may lie on other servers. Those of one number lie together (M-SHARD-2). */
export const SPREAD_TABLES = ['credential', 'resighting'] as const
export type SpreadTable = (typeof SPREAD_TABLES)[number]

/** Keys of each partition. A table with partitions on other servers has none of its own: PostgreSQL refuses that. */
const KEY: Readonly<Record<SpreadTable, { readonly name: string; readonly columns: string }>> = {
  credential: { name: 'pkey', columns: 'PRIMARY KEY (address, pair)' },
  resighting: {
    name: 'address_pair_sighting_website_key',
    columns: 'UNIQUE NULLS NOT DISTINCT (address, pair, sighting, website)',
  },
}
const BRIN = 'USING brin (sighting) WITH (autosummarize = on)'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** SQL of a server's host, port and database. */
const option = (name: string) =>
  `(SELECT option_value FROM pg_options_to_table(srvoptions) WHERE option_name = ${literal(name)})`
const placeSchema = object({
  part: number(),
  /** The foreign server; empty for the server of `DATABASE_URL`. */
  server: nullable(string()),
  hosts: nullable(string()),
  ports: nullable(string()),
  database: nullable(string()),
})
const PLACES = `SELECT substring(inhrelid::regclass::text FROM '[0-9]+$')::float8 AS part, srvname::text AS server,
    ${option('host')} AS hosts, ${option('port')} AS ports, ${option('dbname')} AS database
  FROM pg_inherits LEFT JOIN pg_foreign_table ON ftrelid = inhrelid
  LEFT JOIN pg_foreign_server ON pg_foreign_server.oid = ftserver
  WHERE inhparent = 'credential'::regclass ORDER BY 1`

/** A partition, and the server that it lies on: `undefined` for that of `DATABASE_URL`. */
export type Place = { readonly part: number; readonly label: string | undefined }

const labelOf = ({ hosts, ports, database }: Omit<Infer<typeof placeSchema>, 'part' | 'server'>) => {
  const all = ports?.split(',') ?? []
  return `${hosts
    ?.split(',')
    .map((host, at) => `${host}:${all[at]}`)
    .join(',')}/${database}`
}

/** The partitions in their order. */
export const placesOf = async (on: Queryable): Promise<readonly Place[]> =>
  (await on.query(placeSchema, PLACES)).map(({ part, server, ...address }) => ({
    part,
    label: server === null ? undefined : labelOf(address),
  }))

const REACH_MS = 10_000

/** Rejects when the server of a partition does not answer. */
export const reachPartition = async (database: Database, part: number): Promise<void> => {
  await database.within(REACH_MS).query(object({}), `SELECT 1 FROM credential_${part} LIMIT 1`)
}

const SERVERS = `SELECT srvname::text AS name, coalesce(srvtype, '') AS id,
    array(SELECT option_name FROM pg_options_to_table(srvoptions)) AS options
  FROM pg_foreign_server WHERE srvname ~ '^shard_[0-9]+$' ORDER BY length(srvname), srvname`
const serverSchema = object({ name: string(), id: string(), options: array(string()) })

/** Limits and habits of PostgreSQL's connections to other servers. */
const FDW_OPTIONS: Readonly<Record<string, string>> = {
  async_capable: 'true',
  batch_size: '1000',
  fetch_size: '10000',
  use_remote_estimate: 'false',
  // Seconds; milliseconds.
  connect_timeout: '3',
  keepalives_idle: '5',
  keepalives_interval: '5',
  keepalives_count: '2',
  tcp_user_timeout: '10000',
  application_name: 'atalaia',
  // A server that is gone holds no locks there for longer.
  options: '-c lock_timeout=5000 -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
}

/**
 * Makes the foreign server of a database with the mark `id`, or brings its address and its password up to date: one
 * database has several addresses, and may be restored at another (M-SHARD-5). Gives its name.
 */
export const keepServer = async (on: Queryable, id: string, address: ServerAddress): Promise<string> => {
  const servers = await on.query(serverSchema, SERVERS)
  const known = servers.find((server) => server.id === id)
  const next = 1 + Math.max(0, ...servers.map(({ name }) => Number(name.slice('shard_'.length))))
  const name = known?.name ?? `shard_${next}`
  const wanted = { ...FDW_OPTIONS, ...address.options }
  const options = Object.entries(wanted).map(([key, value]) => {
    const act = known === undefined ? '' : known.options.includes(key) ? 'SET ' : 'ADD '
    return `${act}${key} ${literal(value)}`
  })
  const gone = (known?.options ?? []).filter((key) => !(key in wanted)).map((key) => `DROP ${key}`)
  const all = [...options, ...gone].join(', ')
  const user = [
    `user ${literal(address.user)}`,
    ...(address.password === undefined ? [] : [`password ${literal(address.password)}`]),
  ]
  await on.script(
    known === undefined
      ? `CREATE SERVER ${name} TYPE ${literal(id)} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (${all})`
      : `ALTER SERVER ${name} OPTIONS (${all})`,
  )
  await on.script(`DROP USER MAPPING IF EXISTS FOR CURRENT_USER SERVER ${name};
    CREATE USER MAPPING FOR CURRENT_USER SERVER ${name} OPTIONS (${user.join(', ')})`)
  return name
}

/** Removes the foreign servers that have no partitions any more. */
export const dropUnusedServers = async (on: Queryable): Promise<void> => {
  const unused = await on.query(
    object({ name: string() }),
    `SELECT srvname::text AS name FROM pg_foreign_server
     WHERE srvname ~ '^shard_[0-9]+$' AND NOT EXISTS (SELECT FROM pg_foreign_table WHERE ftserver = pg_foreign_server.oid)`,
  )
  for (const { name } of unused) await on.script(`DROP SERVER ${name} CASCADE`)
}

const FDW = `SELECT EXISTS (SELECT FROM pg_foreign_data_wrapper WHERE fdwname = 'postgres_fdw') AS yes`
const yesSchema = object({ yes: boolean() })

const INSUFFICIENT_PRIVILEGE = '42501'

/** Installs PostgreSQL's `postgres_fdw`, which is the right of a superuser. */
export const keepExtension = async (on: Queryable): Promise<void> => {
  if ((await on.query(yesSchema, FDW))[0]?.yes === true) return
  try {
    await on.script('CREATE EXTENSION postgres_fdw')
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    const sql = 'CREATE EXTENSION postgres_fdw; GRANT USAGE ON FOREIGN DATA WRAPPER postgres_fdw TO …'
    throw new Error(`DATABASE_URL: its user may not install postgres_fdw; as a superuser, in its database: ${sql}`, {
      cause: error,
    })
  }
}

const INSTALLATION = `SELECT system_identifier::text || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS id
  FROM pg_control_system()`
const CLAIMED = `SELECT to_regclass('shard_of') IS NOT NULL AS yes`
const USED = `SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')) AS yes`

const claimedSchema = object({ installation: string(), id: string() })

/** Marks the database of a server as one that keeps partitions of `on`, and gives its mark. Throws when it is somebody else's. */
export const claim = async (on: Queryable, server: Queryable, label: string): Promise<string> => {
  const [own] = await on.query(object({ id: string() }), INSTALLATION)
  const id = own?.id ?? ''
  if ((await server.query(yesSchema, CLAIMED))[0]?.yes !== true) {
    if ((await server.query(yesSchema, USED))[0]?.yes === true)
      throw new Error(`${label}: there are tables in this database; partitions need one of their own, which is empty`)
    await server.script(
      `CREATE TABLE shard_of (installation text PRIMARY KEY, id uuid NOT NULL DEFAULT gen_random_uuid());
       INSERT INTO shard_of VALUES (${literal(id)})`,
    )
  }
  const [claimed] = await server.query(claimedSchema, 'SELECT installation, id::text FROM shard_of')
  if (claimed?.installation !== id)
    throw new Error(
      `${label}: it keeps partitions of another database (${claimed?.installation}, this one is ${id}); if that one is gone for good, change its table shard_of`,
    )
  return claimed.id
}

const COLUMNS = (table: SpreadTable) => `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names,
    string_agg(concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
      CASE WHEN attstorage <> typstorage AND attstorage = 'p' THEN 'STORAGE PLAIN' END,
      CASE WHEN collname = 'C' THEN 'COLLATE "C"' END, CASE WHEN attnotnull THEN 'NOT NULL' END), ', ' ORDER BY attnum) AS definitions
  FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_collation ON pg_collation.oid = attcollation
  WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped`
const columnsSchema = object({ names: string(), definitions: string() })

export type Columns = Infer<typeof columnsSchema>
/** The columns of a table, by their names and as they are made. */
export const columnsOf = async (on: Queryable, table: SpreadTable): Promise<Columns> => {
  const [columns] = await on.query(columnsSchema, COLUMNS(table))
  if (columns === undefined) throw new Error(`the table ${table} has no columns`)
  return columns
}

/** SQL that adds the keys of a partition to the table `name`, when its rows are there. */
export const addKeys = (table: SpreadTable, part: number, name = `${table}_${part}`) => `
  ALTER TABLE ${name} ADD CONSTRAINT ${table}_${part}_${KEY[table].name} ${KEY[table].columns};
  CREATE INDEX ${table}_${part}_sighting_idx ON ${name} ${BRIN};
  ANALYZE ${name}`

const OID = (table: SpreadTable) => `SELECT '${table}'::regclass::oid::text AS id`

/** SQL of a check that spares PostgreSQL the reading of all rows when a table becomes a partition. */
export const placeCheck = async (
  on: Queryable,
  table: SpreadTable,
  { part, parts }: { part: number; parts: number },
) => {
  const [oid] = await on.query(object({ id: string() }), OID(table))
  return `CONSTRAINT place CHECK (satisfies_hash_partition(${oid?.id}::oid, ${parts}, ${part}, address))`
}

export const attach = (table: SpreadTable, { part, parts }: { part: number; parts: number }) => `
  ALTER TABLE ${table} ATTACH PARTITION ${table}_${part} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${part});
  ALTER TABLE ${table}_${part} DROP CONSTRAINT place`
export const detach = (table: SpreadTable, part: number) => `ALTER TABLE ${table} DETACH PARTITION ${table}_${part}`
export const attachForeign = (table: SpreadTable, { part, parts }: { part: number; parts: number }, server: string) => `
  CREATE FOREIGN TABLE ${table}_${part} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${parts}, REMAINDER ${part})
    SERVER ${server} OPTIONS (schema_name 'public', table_name '${table}_${part}')`

const WHOLE_KEYS = `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name FROM pg_constraint
  WHERE conrelid IN (${SPREAD_TABLES.map((table) => `'${table}'::regclass`).join()}) AND contype IN ('p', 'u')`

/** The keys of the tables as a whole, which exist as long as no partition lies on another server. */
export const wholeKeysOf = (on: Queryable) => on.query(object({ table: string(), name: string() }), WHOLE_KEYS)

/** SQL that gives a table its key as a whole again; its partitions have it already. */
export const addWholeKey = (table: SpreadTable) =>
  `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${KEY[table].name} ${KEY[table].columns}`

const OURS = `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
  AND relname ~ '^(${SPREAD_TABLES.join('|')})_[0-9]+$'`

/** Drops what lies on a server and is no partition there: what a spread has left that was cut off. */
export const dropStrays = async (server: Database, parts: readonly number[]): Promise<void> => {
  for (const { name } of await server.query(object({ name: string() }), OURS))
    if (!parts.some((part) => name.endsWith(`_${part}`))) await server.script(`DROP TABLE ${name}`)
}
