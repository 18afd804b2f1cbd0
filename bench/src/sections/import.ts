import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresServer, type PostgresServer } from '@atalaia/database/testing/postgres-server'
import { writeLines } from '../import/leak-lines.ts'
import { copyIntoPglite, copyIntoPostgres, type PlainTable } from '../import/plain-copy.ts'
import { runImport, type ImportRun } from '../import/run-import.ts'
import type { Row, Section } from '../section.ts'

const LINES = 1_000_000
const FEWER_LINES = 250_000
const MAX_PEAK_MB = 1024
/** Four times the lines may cost this much more: the collector's leeway, not the file. */
const MAX_GROWTH_MB = 100

const number = new Intl.NumberFormat('en')
const rate = (seconds: number) => `${number.format(Math.round(LINES / seconds))} lines/s (${seconds.toFixed(1)} s)`
const percent = (share: number) => `${Math.round(share * 100)} %`

/** One kind of database: how an import reaches it, and what a plain COPY costs there. */
type Kind = {
  readonly name: string
  newEnvironment(): Promise<NodeJS.ProcessEnv>
  copy(table: PlainTable): Promise<number>
}

const embedded = (folder: string): Kind => {
  let made = 0
  const next = () => join(folder, `pglite-${(made += 1)}`)
  return {
    name: 'PGlite',
    newEnvironment: () => Promise.resolve({ DATA_DIR: next(), DATABASE_URL: '' }),
    copy: (table) => copyIntoPglite(next(), LINES, table),
  }
}
const server = (folder: string, postgres: PostgresServer): Kind => ({
  name: 'PostgreSQL',
  newEnvironment: async () => ({ DATA_DIR: join(folder, 'data'), DATABASE_URL: await postgres.createDatabase() }),
  copy: async (table) => copyIntoPostgres(await postgres.createDatabase(), LINES, table),
})

const memoryRow = (name: string, whole: ImportRun, fewer: ImportRun): Row => ({
  what: `${name}: peak memory of the import (and of ${number.format(FEWER_LINES)} lines)`,
  value: `${Math.round(whole.peakMb)} MB (${Math.round(fewer.peakMb)} MB)`,
  goal: `under ${MAX_PEAK_MB} MB, and ${MAX_GROWTH_MB} MB more at most`,
  met: whole.peakMb < MAX_PEAK_MB && whole.peakMb < fewer.peakMb + MAX_GROWTH_MB,
})

const measure = async (kind: Kind, files: { whole: string; fewer: string }): Promise<Row[]> => {
  const fewer = await runImport(files.fewer, await kind.newEnvironment())
  const whole = await runImport(files.whole, await kind.newEnvironment())
  const bare = await kind.copy('bare')
  const keyed = await kind.copy('keyed')
  return [
    { what: `${kind.name}: import of ${number.format(LINES)} lines`, value: rate(whole.seconds) },
    { what: `${kind.name}: plain COPY of the same rows, no key`, value: rate(bare) },
    { what: `${kind.name}: plain COPY of the same rows, same key`, value: rate(keyed) },
    {
      what: `${kind.name}: import as a share of COPY without, with the key`,
      value: shares(whole.seconds, bare, keyed),
    },
    memoryRow(kind.name, whole, fewer),
  ]
}
const shares = (seconds: number, bare: number, keyed: number) =>
  `${percent(bare / seconds)}, ${percent(keyed / seconds)}`

/** A million generated lines through the real command, beside a plain COPY of the same rows. */
export const importSection: Section = {
  name: 'import',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    const files = { whole: join(folder, 'whole.txt'), fewer: join(folder, 'fewer.txt') }
    const postgres = await startPostgresServer([])
    try {
      await writeLines(files.whole, LINES)
      await writeLines(files.fewer, FEWER_LINES)
      return [...(await measure(embedded(folder), files)), ...(await measure(server(folder, postgres), files))]
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
