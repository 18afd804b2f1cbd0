import { readSchemaState, sql, type MigrationOptions, type Queryable } from '@atalaia/database'
import { z } from 'zod'
import type { Check } from './check.ts'
import { clockCheck } from './machine-checks.ts'

export type DatabaseCheckOptions = {
  /** May reject: each check reports it. */
  readonly database: () => Promise<Queryable>
  readonly migrations: MigrationOptions
  /** `npm run leaks -- migrate` */
  readonly migrateCall: string
  /** True on an operator's server. */
  readonly isServer: boolean
}

const versionRow = z.object({ version: z.string() })
const grantsRow = z.object({ user: z.string(), superuser: z.boolean(), make: z.boolean(), other: z.boolean() })
const timeRow = z.object({ milliseconds: z.number() })

const first = async <Row>(rows: Promise<readonly Row[]>): Promise<Row> => {
  const [row] = await rows
  if (row === undefined) throw new Error('the database gave no row')
  return row
}

/** Version, schema, grants and clock. */
export const databaseChecks = (options: DatabaseCheckOptions): readonly Check[] => {
  const { database, migrations, migrateCall, isServer } = options
  const isGateway = migrations.schema === 'gateway'
  const reach = {
    en: 'Look at PostgreSQL, the network and DATABASE_URL. The oldest version is 16.',
    pt: 'Verifique o PostgreSQL, a rede e DATABASE_URL. A versão mais antiga é a 16.',
  }
  const server: Check = {
    name: { en: 'database', pt: 'Banco de dados' },
    advice: reach,
    run: async () => {
      const { version } = await first(
        (await database()).query(versionRow, sql`SELECT current_setting('server_version') AS version`),
      )
      return { state: 'ok', text: { en: `PostgreSQL ${version}`, pt: `PostgreSQL ${version}` } }
    },
  }
  const schema: Check = {
    name: { en: 'schema', pt: 'Esquema' },
    advice: { en: 'Start the version that migrated it.', pt: 'Inicie a versão que o migrou.' },
    run: async () => {
      const { applied, pending } = await readSchemaState(await database(), migrations)
      const text = {
        en: `${applied.at(-1) ?? 'empty'}, ${pending.length} to apply`,
        pt: `${applied.at(-1) ?? 'vazio'}, ${pending.length} a aplicar`,
      }
      if (pending.length === 0) return { state: 'ok', text }
      const advice = {
        en: `Make a backup, then run ${migrateCall}.`,
        pt: `Faça um backup, depois rode ${migrateCall}.`,
      }
      return { state: applied.length === 0 ? 'warn' : 'fail', text, advice }
    },
  }
  const grants: Check = {
    name: { en: 'grants', pt: 'Permissões' },
    advice: reach,
    run: async () => {
      const row = await first(
        (await database()).query(
          grantsRow,
          sql`SELECT current_user::text AS "user", rolsuper AS superuser,
              CASE WHEN ${isGateway} THEN coalesce(
                (SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = 'gateway'),
                has_database_privilege(current_database(), 'CREATE'))
              ELSE has_schema_privilege('public', 'CREATE') END AS make,
              CASE WHEN ${isGateway}
                THEN EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'account'
                  AND has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT'))
                ELSE coalesce((SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = 'gateway'),
                  false) END AS other
            FROM pg_roles WHERE rolname = current_user`,
        ),
      )
      const advice = { en: 'Run deploy/postgresql.sql.', pt: 'Rode deploy/postgresql.sql.' }
      const { user } = row
      if (!row.make)
        return { state: 'fail', text: { en: `${user} cannot migrate`, pt: `${user} não pode migrar` }, advice }
      if (isServer && (row.superuser || row.other)) {
        const text = {
          en: `${user} may read data of the other server`,
          pt: `${user} pode ler dados do outro servidor`,
        }
        return { state: 'warn', text, advice }
      }
      return { state: 'ok', text: { en: `${user} has its own schema`, pt: `${user} tem o seu esquema` } }
    },
  }
  const readTime = async () => {
    const now = sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS milliseconds`
    return (await first((await database()).query(timeRow, now))).milliseconds
  }
  return [server, schema, grants, ...(isServer ? [clockCheck(readTime)] : [])]
}
