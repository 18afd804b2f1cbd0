import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres, type Database } from '@atalaia/database'
import { startPostgresServer, type PostgresServer } from '@atalaia/database/testing/postgres-server'
import { writeLines } from '../import/leak-lines.ts'
import { importOlder } from '../import/older-layout.ts'
import { copyIntoPostgres } from '../import/plain-copy.ts'
import { runImport, type ImportRun } from '../import/run-import.ts'
import { tableBytes } from '../import/table-bytes.ts'
import { checkTouched, writeTouching } from '../import/touched-organisations.ts'
import type { Row, Section, SectionOptions } from '../section.ts'
import { median, spread } from '../statistics.ts'

const LINES = 1_000_000
const FEWER_LINES = 250_000
const ROUNDS = 5
const MAX_PEAK_MB = 512
const MAX_GROWTH_MB = 100
const MIN_SHARE_OF_COPY = 0.9
const MIN_TIMES_OLDER = 2
const MAX_SHARE_OF_BYTES = 0.65
const MAX_ANALYSIS_SECONDS = 10
const MAX_LATER_MICROSECONDS = 4

const number = new Intl.NumberFormat('en')
const rate = (seconds: number) => number.format(Math.round(LINES / seconds))

type Place = {
  newEnvironment(): Promise<NodeJS.ProcessEnv>
  open(environment: NodeJS.ProcessEnv): Promise<Database>
  copyKeyed(): Promise<number>
}

const placeOn = (folder: string, postgres: PostgresServer): Place => ({
  newEnvironment: async () => ({ DATA_DIR: join(folder, 'data'), DATABASE_URL: await postgres.createDatabase() }),
  open: ({ DATABASE_URL = '' }) => openPostgres(DATABASE_URL),
  copyKeyed: async () => copyIntoPostgres(await postgres.createDatabase(), LINES, 'keyed'),
})

type Rounds = {
  readonly ours: ImportRun[]
  readonly later: number[]
  readonly older: number[]
  readonly keyed: number[]
  bytes: { ours: number; older: number }
}

const bytesIn = async (database: Database) => {
  const { heap, keys } = await tableBytes(database)
  return (heap + keys) / LINES
}

const measure = async (place: Place, { whole: file, later }: Files, rounds: number): Promise<Rounds> => {
  const measured: Rounds = { ours: [], later: [], older: [], keyed: [], bytes: { ours: 0, older: 0 } }
  for (let round = 0; round < rounds; round += 1) {
    const environment = await place.newEnvironment()
    measured.ours.push(await runImport(file, environment))
    const ours = await place.open(environment)
    const opponent = await place.open(await place.newEnvironment())
    measured.older.push(await importOlder(opponent, file))
    measured.bytes = { ours: await bytesIn(ours), older: await bytesIn(opponent) }
    await Promise.all([ours.close(), opponent.close()])
    measured.later.push((await runImport(later, environment)).seconds)
    measured.keyed.push(await place.copyKeyed())
  }
  return measured
}

const rateRow = (what: string, name: string, seconds: readonly number[]): Row => {
  const [slow, fast] = spread(seconds.map((each) => LINES / each))
  return {
    what,
    value: `${rate(median(seconds))} lines/s (${number.format(Math.round(slow))} to ${number.format(Math.round(fast))})`,
    figures: [{ name, unit: 'ms', values: seconds.map((each) => each * 1000) }],
  }
}
const times = (ours: readonly number[], opponent: readonly number[]) =>
  ours.map((seconds, round) => (opponent[round] ?? 0) / seconds)
const goalRow = (what: string, ratios: readonly number[], least: number): Row => {
  const [low, high] = spread(ratios)
  const value = `${median(ratios).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
  return { what, value, goal: `at least ${least}`, met: median(ratios) >= least }
}

const touchedRow = async (place: Place, file: string, environment: NodeJS.ProcessEnv): Promise<Row> => {
  const database = await place.open(environment)
  await writeTouching(database, file)
  await database.close()
  const { seconds } = await runImport(file, environment)
  const after = await place.open(environment)
  await checkTouched(after)
  await after.close()
  return {
    what: `import that touches 1,000 of 100,000 organisations, with their analysis`,
    value: `${seconds.toFixed(1)} s`,
    goal: `under ${MAX_ANALYSIS_SECONDS} s, no other has a run`,
    met: seconds < MAX_ANALYSIS_SECONDS,
    figures: [{ name: 'analysis of 1,000', unit: 'ms', values: [seconds * 1000] }],
  }
}

const laterRow = (seconds: readonly number[]): Row => {
  const each = seconds.map((all) => (all * 1e6) / LINES)
  const [low, high] = spread(each)
  return {
    what: `a second list of an old source, ${number.format(LINES)} lines, half of them known`,
    value: `${median(each).toFixed(1)} µs a line (${low.toFixed(1)} to ${high.toFixed(1)})`,
    goal: `at most ${MAX_LATER_MICROSECONDS} µs`,
    met: median(each) <= MAX_LATER_MICROSECONDS,
    figures: [{ name: 'second list', unit: 'ms', values: seconds.map((all) => all * 1000) }],
  }
}

type Files = { readonly whole: string; readonly later: string; readonly fewer: string }

const rowsOf = async (place: Place, files: Files, rounds: number): Promise<Row[]> => {
  const environment = await place.newEnvironment()
  const fewer = await runImport(files.fewer, environment)
  const touched = await touchedRow(place, `${files.fewer}.touching`, environment)
  const { ours, later, older, keyed, bytes } = await measure(place, files, rounds)
  const seconds = ours.map((run) => run.seconds)
  const peak = Math.max(...ours.map(({ peakMb }) => peakMb))
  return [
    rateRow(`import of ${number.format(LINES)} lines`, 'import', seconds),
    rateRow(`the same into the layout of before`, 'older layout', older),
    rateRow(`plain COPY of the same rows, same key`, 'COPY', keyed),
    goalRow(`times COPY with the same key`, times(seconds, keyed), MIN_SHARE_OF_COPY),
    goalRow(`times the layout of before`, times(seconds, older), MIN_TIMES_OLDER),
    laterRow(later),
    {
      what: `bytes a credential, tables and keys (before)`,
      value: `${bytes.ours.toFixed(1)} (${bytes.older.toFixed(1)})`,
      goal: `at most ${MAX_SHARE_OF_BYTES} × before`,
      met: bytes.ours <= MAX_SHARE_OF_BYTES * bytes.older,
    },
    {
      what: `peak memory of the import (and of ${number.format(FEWER_LINES)} lines)`,
      value: `${Math.round(peak)} MB (${Math.round(fewer.peakMb)} MB)`,
      goal: `under ${MAX_PEAK_MB} MB, and ${MAX_GROWTH_MB} MB more at most`,
      met: peak < MAX_PEAK_MB && peak < fewer.peakMb + MAX_GROWTH_MB,
    },
    touched,
  ]
}

/** A million lines by the real command, the earlier layout and a plain COPY, in turns. */
export const importSection: Section = {
  name: 'import',
  run: async ({ visits = ROUNDS }: SectionOptions) => {
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    const fileOf = (name: string) => join(folder, name)
    const files = { whole: fileOf('whole.txt'), later: fileOf('later.txt'), fewer: fileOf('fewer.txt') }
    const postgres = await startPostgresServer([])
    try {
      await writeLines(files.whole, { count: LINES })
      await writeLines(files.later, { count: LINES, first: LINES / 2 })
      await writeLines(files.fewer, { count: FEWER_LINES })
      return await rowsOf(placeOn(folder, postgres), files, visits)
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
