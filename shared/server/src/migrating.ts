import {
  migrate,
  planMigrations,
  type BeforeMigrating,
  type MigrationOptions,
  type PlannedLock,
} from '@atalaia/database'
import type { CommandLine, Outcome } from '@atalaia/cli/base'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { OpenedDatabase } from './database.ts'

export type MigratingSettings = {
  /** `MIGRATE=yes`: the operator has a backup. Default: false. */
  readonly migrateAtStart?: boolean
}

/** On an operator's PostgreSQL, without consent to a migration. */
class SchemaIsOlder extends Error {
  override readonly name = 'SchemaIsOlder'
}

/**
 * Copies the embedded database. On an operator's PostgreSQL without consent, rejects with the
 * command `call` (M-SCHEMA-2).
 */
export const beforeMigrating =
  (
    { keepCopy }: Pick<OpenedDatabase, 'keepCopy'>,
    { migrateAtStart = false }: MigratingSettings,
    call = '',
  ): BeforeMigrating =>
  async (pending) => {
    if (keepCopy) return keepCopy()
    if (migrateAtStart) return
    throw new SchemaIsOlder(
      `the database's schema is older than this version (${pending.join(', ')} to be applied): ` +
        `make a backup, then run ${call}, or start with MIGRATE=yes`,
    )
  }

const LOOK_EVERY_MS = 2000
const ENDS = ['SIGTERM', 'SIGINT', 'disconnect'] as const
const exit = () => process.exit(0)

/**
 * Tries `open` again while the database waits for its migration (M-SCHEMA-27). `say` receives each
 * reason once. Ends the process on the signals that stop a server.
 */
export const untilMigrated = async <Opened>(
  open: () => Promise<Opened>,
  say: (text: string) => void,
  everyMs = LOOK_EVERY_MS,
): Promise<Opened> => {
  let said = ''
  for (const each of ENDS) process.once(each, exit)
  try {
    for (;;) {
      try {
        return await open()
      } catch (error) {
        if (!(error instanceof SchemaIsOlder)) throw error
        if (error.message !== said) say(`waits: ${error.message}`)
        said = error.message
      }
      await delay(everyMs)
    }
  } finally {
    for (const each of ENDS) process.removeListener(each, exit)
  }
}

export type Migratable = Pick<OpenedDatabase, 'database' | 'keepCopy'> & { readonly migrations: MigrationOptions }

const number = new Intl.NumberFormat('en')
const lockText = ({ table, waiting, rows, byRow }: PlannedLock) => {
  const count = rows > 0 ? `about ${number.format(rows)} rows` : 'few rows, or not analysed'
  return `  ${table}: ${waiting} wait; ${byRow ? 'each row is read or written' : 'no row is touched'} (${count})`
}

const plan = async ({ database, migrations }: Migratable): Promise<Outcome> => {
  const pending = await planMigrations(database, migrations)
  const lines = pending.flatMap(({ name, locks }) => [name, ...locks.map(lockText)])
  const end =
    pending.length === 0
      ? 'The schema is up to date.'
      : 'One transaction applies all of them, and keeps each lock to its end. Nothing was changed.'
  return { text: `${[...lines, end].join('\n')}\n`, json: { pending, applied: [] } }
}

const apply = async ({ migrations, ...opened }: Migratable): Promise<Outcome> => {
  const applied = await migrate(opened.database, migrations, beforeMigrating(opened, { migrateAtStart: true }))
  const lines = applied.map((name) => `applied ${name}`)
  return { text: `${[...lines, 'The schema is up to date.'].join('\n')}\n`, json: { pending: [], applied } }
}

/** The call is the operator's consent: no `MIGRATE` needed. */
export const addMigrateCommand = ({ program, action }: CommandLine, open: () => Promise<Migratable>): void => {
  program
    .command('migrate')
    .usage('[--plan] [--json]')
    .summary('brings the database to the schema of this version; --plan only lists')
    .description(
      'Applies the migrations that the database does not have yet, all or none. Make a backup before. Servers on a ' +
        'PostgreSQL of yours start on an older schema only with MIGRATE=yes.',
    )
    .option('--plan', 'lists what would be applied, and which tables would be locked; changes nothing')
    .action(
      action(z.object({ plan: z.boolean().default(false) }), async ({ options }) => {
        const opened = await open()
        try {
          return await (options.plan ? plan(opened) : apply(opened))
        } finally {
          await opened.database.close()
        }
      }),
    )
}
