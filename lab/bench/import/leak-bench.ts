import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { executeOn, type PostgresServer } from '@atalaia/database/testing/postgres-server'
import { writeLines, type Lines } from './leak-lines.ts'
import { runImport, type ImportRun } from './run-import.ts'

export type ImportMethod = 'bulk' | 'small' | 'chosen'

export type Bench = { readonly postgres: PostgresServer; readonly folder: string; readonly signal: AbortSignal }
export type Filled = { readonly url: string; readonly rows: number }

export const environmentOf = ({ folder }: Bench, url: string) => ({ DATA_DIR: join(folder, 'data'), DATABASE_URL: url })

/** Generates temporary lines. */
export const importLines = async (bench: Bench, url: string, { method, lines, source }: Given): Promise<ImportRun> => {
  const file = join(bench.folder, 'lines.txt')
  await writeLines(file, lines)
  try {
    const way = method === 'chosen' ? {} : { bulk: method === 'bulk' }
    return await runImport(file, environmentOf(bench, url), { ...way, source, signal: bench.signal })
  } finally {
    await rm(file)
  }
}
type Given = { readonly method: ImportMethod; readonly lines: Lines; readonly source: string }

export const dropDatabase = async ({ postgres }: Bench, url: string): Promise<void> => {
  const [, name] = /\/(\w+)\?/.exec(url) ?? []
  await executeOn(postgres.url, `DROP DATABASE ${name} WITH (FORCE)`)
}
