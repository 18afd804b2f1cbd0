import { saoPauloDay } from '@atalaia/contracts'
import { DatabaseUnavailableError, type Database } from '@atalaia/database'
import { messageOf } from '@atalaia/server'
import type { Clock } from '../clock.ts'
import { createFingerprint } from '../store/fingerprint.ts'
import type { Keys } from '../store/keys.ts'
import type { ImportCounts, ImportDone, ImportFailed, ImportProgress } from './import-protocol.ts'
import { createImportsRepository, type OpenImport } from './imports-repository.ts'
import { parseFile, type ParsedBatch } from './parse-file.ts'
import { parseInThread } from './parse-thread.ts'
import { createRejectsFile, type RejectsFile } from './rejects-file.ts'

export type ImportTools = {
  readonly database: Database
  readonly keys: Pick<Keys, 'fingerprint'>
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
  /** Called after each batch; `bytes` counts what was read of `content` for it. */
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops it between two batches. */
  readonly signal?: AbortSignal
}

const importBatches = async (
  { database, keys, clock }: ImportTools,
  options: ImportOptions,
  rejects: RejectsFile,
): Promise<ImportCounts> => {
  const { content, source, fileName, fabricated = false, batchRows, onProgress, signal } = options
  const imports = createImportsRepository(database)
  const at = clock()
  const leakedOn = options.date ?? saoPauloDay(at)
  let opened: OpenImport | undefined
  let counts: ImportCounts = { read: 0, added: 0, known: 0, rejected: 0, skipped: 0, unclosed: 0 }
  try {
    // Invented data is small and nobody else's: a thread would cost more than it.
    const batches = fabricated
      ? parseFile(content, { fingerprint: createFingerprint(keys.fingerprint), batchRows })
      : parseInThread(content, { fingerprintKey: keys.fingerprint, batchRows })
    for await (const batch of batches) {
      signal?.throwIfAborted()
      opened ??= await imports.start({ source, fileName, fabricated, leakedOn, at })
      rejects.add(batch.rejects)
      await rejects.drain()
      counts = plus(counts, batch, await imports.write(opened, batch))
      onProgress?.({ kind: 'progress', ...counts, bytes: batch.bytes })
    }
    if (opened !== undefined) await imports.finish(opened, clock())
    return counts
  } catch (error) {
    throw error instanceof DatabaseUnavailableError ? cutOff(error, counts) : error
  }
}

const plus = (counts: ImportCounts, batch: ParsedBatch, added: number): ImportCounts => ({
  read: counts.read + batch.read,
  added: counts.added + added,
  known: counts.known + batch.read - batch.rejected - added,
  rejected: counts.rejected + batch.rejected,
  skipped: counts.skipped + batch.skipped,
  unclosed: counts.unclosed + batch.unclosed,
})

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
    const counts = await importBatches(tools, options, rejects)
    const seconds = (performance.now() - started) / 1000
    return { kind: 'done', ...counts, source, seconds, rejectsFile: (await rejects.close()) ?? null }
  } catch (error) {
    return { kind: 'failed', message: `${fileName}: ${messageOf(error)}` }
  } finally {
    await rejects.close()
  }
}
