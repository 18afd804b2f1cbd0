import { Misuse, type CommandLine } from '@atalaia/cli/base'
import { copyDatabase, type Copied, type Database, type MigrationOptions } from '@atalaia/database'
import { z } from 'zod'
import { openDatabase, type DatabaseOptions } from './database.ts'
import { demandDatabase, noteDatabase, type DatabasePlace } from './existing-database.ts'
import { addMigrateCommand, type Migratable } from './migrating.ts'
import { EMBEDDED } from './settings.ts'

export type DatabaseCommandOptions = {
  readonly server: DatabaseOptions['server']
  readonly readConfig: () => DatabasePlace
  readonly loadMigrations: () => Promise<MigrationOptions>
  /** Throws when this version cannot use the content. */
  readonly check?: (database: Database) => Promise<void>
  readonly content: string
  readonly nextStep: string
  readonly screen: { readonly isTTY?: boolean; write(text: string): unknown }
}

type Open = (databaseUrl: string | undefined) => Promise<Migratable>
type MoveOptions = Pick<DatabaseCommandOptions, 'content' | 'nextStep' | 'screen'> & {
  readonly open: Open
  readonly readDatabaseUrl: () => string | undefined
  readonly noteTarget: (databaseUrl: string | undefined) => Promise<void>
}

const number = new Intl.NumberFormat('en')

const REFUSALS = {
  'target-in-use': 'the database to move to is in use: it has to be one without tables',
  'source-empty': 'there is nothing to move: the database has no tables',
}

const move = async ({ open, readDatabaseUrl, screen }: MoveOptions, to: string): Promise<Copied> => {
  const from = readDatabaseUrl()
  if (to === (from ?? EMBEDDED)) throw new Misuse('move: --to is the database that the rows are in')
  const { database: target, migrations } = await open(to === EMBEDDED ? undefined : to)
  const show = (text: string) => screen.isTTY === true && screen.write(`\r\u001b[K${text}`)
  try {
    const openSource = async () => (await open(from)).database
    const onProgress = (share: number) => show(`${Math.floor(share * 100)} % read`)
    return await copyDatabase({ openSource, target, migrations, onProgress })
  } finally {
    show('')
    await target.close()
  }
}

/** M-MOVE-1 */
const addMoveCommand = ({ program, action }: CommandLine, options: MoveOptions): void => {
  const { noteTarget } = options
  program
    .command('move')
    .usage('--to postgresql://… [--json]')
    .summary('--to postgresql://…: everything into another database')
    .description(
      `Copies ${options.content} from the database of the settings into another one without tables, as a whole or not at ` +
        'all, and compares each row. Stop the servers before. The first database stays as it is. A password of ' +
        'PostgreSQL may be in PGPASSWORD.',
    )
    .option('--to <database>', `the address of a PostgreSQL, or "${EMBEDDED}": the database in DATA_DIR`)
    .action(
      action(z.object({ to: z.string().optional() }), async ({ options: { to } }) => {
        if (to === undefined) throw new Misuse(`move: --to is missing: postgresql://… or ${EMBEDDED}`)
        if (to !== EMBEDDED && !/^postgres(ql)?:\/\//.test(to))
          throw new Misuse(`move: --to is postgresql://… or ${EMBEDDED}`)
        const started = performance.now()
        const copied = await move(options, to)
        if (copied.status !== 'copied') throw new Error(REFUSALS[copied.status])
        await noteTarget(to === EMBEDDED ? undefined : to)
        const { tables } = copied
        const seconds = (performance.now() - started) / 1000
        const rows = tables.reduce((sum, table) => sum + table.rows, 0)
        const next = to === EMBEDDED ? 'Start the server without DATABASE_URL.' : options.nextStep
        return {
          text: `${number.format(rows)} rows of ${tables.length} tables were moved and compared in ${seconds.toFixed(1)} s.\n${next}\n`,
          json: { kind: 'done', rows, tables, seconds },
        }
      }),
    )
}

export const addDatabaseCommands = (line: CommandLine, options: DatabaseCommandOptions): void => {
  const { server, readConfig, loadMigrations, check } = options
  const open: Open = async (databaseUrl) => {
    const migrations = await loadMigrations()
    const opened = await openDatabase({ databaseUrl, dataDir: readConfig().dataDir, server, migrations })
    try {
      await check?.(opened.database)
      return { ...opened, migrations }
    } catch (error) {
      await opened.database.close()
      throw error
    }
  }
  const readDatabaseUrl = () => {
    const config = readConfig()
    demandDatabase({ ...config, server })
    return config.databaseUrl
  }
  addMigrateCommand(line, () => open(readDatabaseUrl()))
  const noteTarget = (databaseUrl: string | undefined) =>
    noteDatabase({ databaseUrl, dataDir: readConfig().dataDir, server })
  addMoveCommand(line, { ...options, open, readDatabaseUrl, noteTarget })
}
