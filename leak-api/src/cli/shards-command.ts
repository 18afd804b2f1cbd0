import { EXIT, Misuse, messageOf, type CommandLine, type Outcome } from '@atalaia/server'
import type { Database } from '@atalaia/database'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { reachPartition } from '../store/shards/shards-repository.ts'
import { planSpread, spread, type Move, type SpreadSettings } from '../store/shards/spread.ts'
import { openMigrated } from '../store/store.ts'
import { table } from '../text-table.ts'
import type { MoveParts } from './move-command.ts'

const HERE = 'DATABASE_URL'
const nameOf = (label: string | undefined) => label ?? HERE

const withDatabase = async (
  config: Config,
  work: (database: Database, settings: SpreadSettings) => Promise<Outcome>,
): Promise<Outcome> => {
  const { databaseUrl, databaseShards: shards, dataDir } = config
  if (databaseUrl === undefined)
    throw new Misuse('shards: DATABASE_URL is not set: the embedded database has no other servers')
  const opened = await openMigrated({ dataDir, databaseUrl })
  try {
    return await work(opened.database, { databaseUrl, shards })
  } finally {
    await opened.database.close()
  }
}

const show = async (database: Database, settings: SpreadSettings): Promise<Outcome> => {
  const { places, moves } = await planSpread(database, settings)
  const partitions = []
  for (const { part, label } of places) {
    const failure = await reachPartition(database, part).then(() => undefined, messageOf)
    const move = moves.find((planned) => planned.part === part)
    partitions.push({
      partition: part,
      server: nameOf(label),
      wanted: nameOf(move === undefined ? label : move.to),
      failure,
    })
  }
  const rows = partitions.map(({ partition, server, wanted, failure }) => [
    String(partition),
    server,
    server === wanted ? '' : `to ${wanted}`,
    failure ?? 'answers',
  ])
  const next =
    moves.length === 0
      ? ''
      : `\n${moves.length} partitions lie elsewhere than DATABASE_SHARDS says: npm run leaks -- shards spread --yes\n`
  return {
    text: `${table([['partition', 'server', 'move', 'state'], ...rows])}${next}`,
    json: { partitions },
    code: partitions.some(({ failure }) => failure !== undefined) ? EXIT.failed : EXIT.ok,
  }
}

const moveText = ({ part, from, to }: Move) => `partition ${part}: ${nameOf(from)} -> ${nameOf(to)}`

const spreadNow = async (
  database: Database,
  settings: SpreadSettings,
  yes: boolean,
  { screen }: MoveParts,
): Promise<Outcome> => {
  const { moves } = await planSpread(database, settings)
  const plan = moves.map((move) => `${moveText(move)}\n`).join('')
  if (!yes && moves.length > 0)
    return {
      text: `${plan}Nothing was moved: add --yes. Imports wait, or fail, while a partition is moved.\n`,
      json: { moves, moved: false },
      code: EXIT.failed,
    }
  const moved = await spread(database, settings, (move, share) => {
    if (screen.isTTY === true)
      screen.write(`\r\u001b[K${moveText(move)}: ${Math.floor(share * 100)} %${share === 1 ? '\n' : ''}`)
  })
  const { places } = await planSpread(database, settings)
  const left = [...new Set(moved.map(({ from }) => from))].filter(
    (from) => from !== undefined && !places.some(({ label }) => label === from),
  )
  const text =
    moved.length === 0
      ? 'All partitions lie where DATABASE_SHARDS says.'
      : `${moved.length} partitions were moved, and each row compared.`
  const leftText = left.map((label) => `${label} keeps none any more: its database may be dropped.\n`).join('')
  return { text: `${text}\n${leftText}`, json: { moves: moved, moved: true, left } }
}

/** Adds `shards` to a command line. */
export const addShardsCommand = ({ program, action }: CommandLine, parts: MoveParts): void => {
  const shards = program
    .command('shards')
    .usage('[spread --yes] [--json]')
    .summary('where the credentials lie; spread --yes: over several servers')
    .description('Shows on which PostgreSQL each partition of the credentials lies, and whether it answers.')
    .action(action(z.object({}), () => withDatabase(parts.readConfig(), show)))
  shards
    .command('spread')
    .usage('--yes [--json]')
    .description(
      'Moves the partitions to the servers of DATABASE_SHARDS, addresses between spaces, or back to that of DATABASE_URL when it is empty: ' +
        'one at a time, each row compared. People read meanwhile. What was cut off is gone on with by the next call.',
    )
    .option('--yes', 'moves them without asking')
    .action(
      action(z.object({ yes: z.boolean().default(false) }), ({ options }) =>
        withDatabase(parts.readConfig(), (database, settings) => spreadNow(database, settings, options.yes, parts)),
      ),
    )
}
