import { saoPauloDay } from '@atalaia/contracts'
import { DatabaseUnavailableError, type Database } from '@atalaia/database'
import { messageOf } from '@atalaia/server'
import type { Clock } from '../clock.ts'
import type { Fingerprint } from '../store/fingerprint.ts'
import { createBatcher } from './batcher.ts'
import { detectFormat, type LeakFile } from './detect-format.ts'
import type { ImportCounts, ImportDone, ImportFailed, ImportProgress } from './import-protocol.ts'
import { createImportsRepository } from './imports-repository.ts'
import { readLines } from './read-lines.ts'
import { createRejectsFile, type RejectsFile } from './rejects-file.ts'

export type ImportTools = {
  readonly database: Database
  readonly fingerprint: Fingerprint
  readonly dataDir: string
  readonly clock: Clock
}

export type ImportOptions = {
  readonly content: AsyncIterable<Buffer>
  readonly fileName: string
  readonly source: string
  /** The day of the leak, `YYYY-MM-DD`; today in São Paulo without it. */
  readonly date?: string | undefined
  /** Invented data, of the demonstration account. Default: false. */
  readonly fabricated?: boolean
  /** Rows of one transaction. Default: 40,000. */
  readonly batchRows?: number
  /** Called after each batch; `bytes` counts what was read of `content`. */
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops it between two batches. */
  readonly signal?: AbortSignal
}

const countBytes = (content: AsyncIterable<Buffer>) => {
  const counter = { bytes: 0, content: counted() }
  async function* counted() {
    for await (const chunk of content) {
      counter.bytes += chunk.length
      yield chunk
    }
  }
  return counter
}

type Reading = { readonly file: LeakFile; readonly rejects: RejectsFile; readonly read: { readonly bytes: number } }

const importLines = async (
  { database, fingerprint, clock }: ImportTools,
  options: ImportOptions,
  { file, rejects, read }: Reading,
): Promise<ImportCounts> => {
  const { source, fileName, fabricated = false, batchRows, onProgress, signal } = options
  const imports = createImportsRepository(database)
  const at = clock()
  const leakedOn = options.date ?? saoPauloDay(at)
  const opened = await imports.start({ source, fileName, fabricated, leakedOn, at })
  const batcher = createBatcher({ imports, fingerprint, opened, rejects, batchRows })
  let line = 0
  try {
    for await (const block of file.blocks) {
      signal?.throwIfAborted()
      for (const text of block) batcher.add(file.parser.add(text, ++line))
      if (await batcher.flushIfFull()) onProgress?.({ kind: 'progress', ...batcher.counts(), bytes: read.bytes })
    }
    batcher.add(file.parser.rest())
    await batcher.flush()
    await imports.finish(opened, clock())
    return batcher.counts()
  } catch (error) {
    await batcher.settled()
    throw error instanceof DatabaseUnavailableError ? cutOff(error, batcher.counts()) : error
  }
}

/** A batch whose COMMIT was not answered may be written too. */
const cutOff = (cause: DatabaseUnavailableError, { read }: ImportCounts): Error => {
  const written = `${cause.outcome === 'none' ? '' : 'at least '}${read.toLocaleString('en')} lines`
  return new Error(
    `the database went away (${cause.message}); ${written} were written and stay; run the same import again to finish it`,
    { cause },
  )
}

/**
 * Imports a leak file as a stream, with an analysis run for every organisation at its end. Each batch is one
 * transaction and no row counts twice, so an import that was cut off is finished by running it again (M-NUM-12,
 * M-NUM-13). Never rejects.
 */
export const runImport = async (tools: ImportTools, options: ImportOptions): Promise<ImportDone | ImportFailed> => {
  const started = performance.now()
  const { fileName, source } = options
  const rejects = createRejectsFile(tools.dataDir, fileName, tools.clock())
  try {
    const read = countBytes(options.content)
    const file = await detectFormat(readLines(read.content))
    if (file.status === 'unusable') return { kind: 'failed', message: `${fileName}: ${file.reason}` }
    const counts = await importLines(tools, options, { file, rejects, read })
    const seconds = (performance.now() - started) / 1000
    return { kind: 'done', ...counts, source, seconds, rejectsFile: (await rejects.close()) ?? null }
  } catch (error) {
    return { kind: 'failed', message: `${fileName}: ${messageOf(error)}` }
  } finally {
    await rejects.close()
  }
}
