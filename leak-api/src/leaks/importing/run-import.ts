import { saoPauloDay } from '@atalaia/contracts'
import { DatabaseUnavailableError, type Database } from '@atalaia/database'
import { messageOf } from '@atalaia/server'
import { createHash } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import { renewNumbers, type Renewal } from '../../numbers/renew-numbers.ts'
import type { Keys } from '../../base/store/keys.ts'
import type { Reading } from '../reading/credential.ts'
import { createBulkRepository, type SettledRows, type SettleOptions } from './bulk-repository.ts'
import type { FileFacts } from './import-end-repository.ts'
import { createImportsRepository, type Batch, type OpenImport } from './imports-repository.ts'
import { NO_ABOUT, plusAbout, type ImportFiles } from './file-totals.ts'
import { createPacker } from './pack-credentials.ts'
import { parseFile } from './parse-file.ts'
import { parseInThread } from './parse-thread.ts'
import { plus, type ImportCounts } from './import-counts.ts'
import { createRejectsFile, type RejectsFile } from './rejects-file.ts'
import type { SourceFacts } from './sources-repository.ts'
import { readWatchedKeys } from './watched-repository.ts'

export type ImportTools = {
  readonly database: Database
  readonly keys: Pick<Keys, 'fingerprint' | 'proof'>
  readonly dataDir: string
  readonly clock: Clock
}

export type ImportProgress = ImportCounts & {
  readonly bytes: number
  readonly settled?: number
  readonly renewed?: number
  readonly organisations?: number
}

export type ImportDone = ImportCounts &
  ImportFiles & {
    readonly kind: 'done'
    readonly source: string
    readonly seconds: number
    readonly rejectsFile: string | null
    /** Removed imports by an older reader (M-IMPORT-72). Default: none. */
    readonly replaced?: readonly string[]
    /** The same, but kept: this import is incomplete, or has less than half of one. Default: none. */
    readonly kept?: readonly string[]
  }
export type ImportFailed = { readonly kind: 'failed'; readonly message: string }

export type ImportOptions = {
  readonly content: AsyncIterable<Buffer>
  readonly fileName: string
  readonly source: string
  /**
   * `YYYY-MM-DD`. Without it, rows without a day count as seen today in São Paulo, with an unknown
   * day (M-IMPORT-24).
   */
  readonly date?: string | undefined
  readonly fabricated?: boolean
  readonly by?: string | undefined
  readonly facts?: SourceFacts
  /** Default: as the content shows. */
  readonly reading?: Reading
  /** True: writes rows in key order at the end. Default: false. */
  readonly bulk?: boolean | undefined
  /** Rows of one transaction. Default: 100,000. */
  readonly batchRows?: number
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops between two batches, partitions or renewals. */
  readonly signal?: AbortSignal
}

const hashing = (content: AsyncIterable<Buffer>, signal: AbortSignal | undefined) => {
  const digest = createHash('sha256')
  let bytes = 0
  async function* hashed() {
    for await (const chunk of content) {
      signal?.throwIfAborted()
      digest.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  return { content: hashed(), factsOf: (): FileFacts => ({ hash: digest.digest('hex'), bytes }) }
}

type Writer = {
  write(opened: OpenImport, batch: Batch): Promise<SettledRows>
  end(opened: OpenImport, options: SettleOptions): Promise<SettledRows>
  /** Runs after a failure, too. */
  close(opened: OpenImport): Promise<void>
}

const NOTHING: SettledRows = { added: 0, known: 0 }

const createWriter = (database: Database, bulk: boolean): Writer => {
  if (bulk) {
    const repository = createBulkRepository(database)
    return {
      write: (opened, batch) => repository.keep(opened, batch).then(() => NOTHING),
      end: (opened, options) => repository.settle(opened, options),
      close: (opened) => repository.drop(opened),
    }
  }
  const imports = createImportsRepository(database)
  return {
    write: async (opened, batch) => {
      const added = await imports.write(opened, batch)
      return { added, known: batch.count - added }
    },
    end: () => Promise.resolve(NOTHING),
    close: () => Promise.resolve(),
  }
}

const importBatches = async (
  { database, keys, clock }: ImportTools,
  options: ImportOptions,
  rejects: RejectsFile,
): Promise<ImportCounts & ImportFiles> => {
  const {
    source,
    fileName,
    fabricated = false,
    bulk = false,
    batchRows,
    onProgress,
    signal,
    by,
    reading,
    facts,
  } = options
  const { content, factsOf } = hashing(options.content, signal)
  const imports = createImportsRepository(database)
  const writer = createWriter(database, bulk)
  const at = clock()
  const leakedOn = options.date ?? saoPauloDay(at)
  let opened: OpenImport | undefined
  let bytes = 0
  let settled = bulk ? 0 : undefined
  let counts: ImportCounts = { read: 0, added: 0, known: 0, rejected: 0, skipped: 0, unclosed: 0 }
  let about = NO_ABOUT
  try {
    const watched = fabricated ? undefined : await readWatchedKeys(database)
    // Invented data is small and nobody else's: a thread would cost more than it.
    const batches = fabricated
      ? parseFile(content, { pack: createPacker(keys.fingerprint, source), batchRows, ...reading })
      : parseInThread(content, {
          fingerprintKey: keys.fingerprint,
          source,
          batchRows,
          reading,
          // What is watched from here on is looked for when the import ends.
          watched: bulk ? undefined : watched,
          proof: watched && keys.proof && { key: keys.proof, watched },
        })
    for await (const batch of batches) {
      signal?.throwIfAborted()
      opened ??= await imports.start({
        source,
        fileName,
        fabricated,
        leakedOn,
        // Invented data is of its own day.
        isDayTold: fabricated || options.date !== undefined,
        at,
        by,
        facts,
      })
      rejects.add(batch.rejects)
      await rejects.drain()
      about = plusAbout(about, batch)
      counts = plus(plus(counts, batch), await writer.write(opened, batch))
      bytes = batch.bytes
      onProgress?.({ ...counts, bytes })
    }
    if (opened === undefined) return { ...counts, ...about }
    const onShare = (share: number) => onProgress?.({ ...counts, bytes, settled: (settled = share) })
    counts = plus(counts, await writer.end(opened, { onShare, signal }))
    await imports.finish(opened, clock(), factsOf())
    const onRenewal = ({ done, total }: Renewal) =>
      onProgress?.({ ...counts, bytes, renewed: done, organisations: total })
    const renewed = await renewNumbers({ database, clock, importId: opened.id, onProgress: onRenewal, signal })
    if (!renewed) signal?.throwIfAborted()
    return { ...counts, ...about }
  } catch (error) {
    if (signal?.aborted === true) throw cutOff(signal.reason, counts, settled)
    throw error instanceof DatabaseUnavailableError ? cutOff(error, counts, settled) : error
  } finally {
    // What cannot be removed now is removed by the next import.
    if (opened !== undefined) await writer.close(opened).catch(() => undefined)
  }
}

const cutOff = (cause: unknown, { read }: ImportCounts, settled: number | undefined): Error => {
  const isAway = cause instanceof DatabaseUnavailableError
  const trouble = isAway && cause.reason === 'refused' ? 'takes no writes' : 'went away'
  const reason = isAway ? `the database ${trouble} (${cause.message})` : messageOf(cause)
  // A batch whose COMMIT was not answered may be written too.
  const atLeast = isAway && cause.outcome !== 'none' ? 'at least ' : ''
  const lines = `${read.toLocaleString('en')} lines`
  const written =
    settled === undefined
      ? `${atLeast}${lines} were written and stay`
      : `of ${lines} read ${atLeast}${Math.floor(settled * 100)} % were written and stay`
  return new Error(`${reason}; ${written}; run the same import again to finish it`, { cause })
}

/**
 * Each batch is a transaction. No row counts twice: another run finishes a cut-off import
 * (M-NUM-12, M-NUM-13). Never rejects.
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
