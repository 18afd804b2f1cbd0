import { Misuse, type CommandLine } from '@atalaia/server'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { copyDatabase, type CopiedTable } from '../store/copy-database.ts'
import { openMigrated, openStore } from '../store/store.ts'

/** The name of the embedded database, in the place of a server's address. */
const EMBEDDED = 'embedded'

export type MoveParts = {
  readonly readConfig: () => Config
  readonly environment: NodeJS.ProcessEnv
  /** Shows progress; standard error. */
  readonly screen: { readonly isTTY?: boolean; write(text: string): unknown }
}

const number = new Intl.NumberFormat('en')

const nextStep = (to: string) =>
  to === EMBEDDED
    ? 'Start the server without DATABASE_URL.'
    : 'Start the servers with DATABASE_URL set to it, and with the same keys: those in DATA_DIR/keys, or LEAK_API_*_KEY.'

const move = async (parts: MoveParts, config: Config, to: string): Promise<readonly CopiedTable[]> => {
  const from = await openStore({ ...config, environment: parts.environment })
  try {
    const target = await openMigrated({ dataDir: config.dataDir, databaseUrl: to === EMBEDDED ? undefined : to })
    try {
      return await copyDatabase(from.database, target.database, (share) => {
        if (parts.screen.isTTY === true) parts.screen.write(`\r\u001b[K${Math.floor(share * 100)} % read`)
      })
    } finally {
      if (parts.screen.isTTY === true) parts.screen.write('\r\u001b[K')
      await target.database.close()
    }
  } finally {
    await from.close()
  }
}

const targetOf = (to: string | undefined, { databaseUrl = EMBEDDED }: Config): string => {
  if (to === undefined) throw new Misuse(`move: --to is missing: postgresql://… or ${EMBEDDED}`)
  if (to !== EMBEDDED && !/^postgres(ql)?:\/\//.test(to))
    throw new Misuse(`move: --to is postgresql://… or ${EMBEDDED}`)
  if (to === databaseUrl) throw new Misuse('move: --to is the database that the rows are in')
  return to
}

/** Adds `move` to a command line. */
export const addMoveCommand = ({ program, action }: CommandLine, parts: MoveParts): void => {
  program
    .command('move')
    .usage('--to postgresql://… [--json]')
    .summary('--to postgresql://…: everything into another database')
    .description(
      'Copies accounts, addresses, leaks and runs from the embedded database in DATA_DIR, or from the PostgreSQL of ' +
        'DATABASE_URL, into another, empty database, as a whole or not at all, and compares each row. Stop the servers ' +
        'before. The first database stays as it is. A password of PostgreSQL may be in PGPASSWORD.',
    )
    .option('--to <database>', `the address of a PostgreSQL, or "${EMBEDDED}": the database in DATA_DIR`)
    .action(
      action(z.object({ to: z.string().optional() }), async ({ options }) => {
        const config = parts.readConfig()
        const to = targetOf(options.to, config)
        const started = performance.now()
        const tables = await move(parts, config, to)
        const seconds = (performance.now() - started) / 1000
        const rows = tables.reduce((sum, table) => sum + table.rows, 0)
        return {
          text: `${number.format(rows)} rows of ${tables.length} tables were moved and compared in ${seconds.toFixed(1)} s.\n${nextStep(to)}\n`,
          json: { kind: 'done', rows, tables, seconds },
        }
      }),
    )
}
