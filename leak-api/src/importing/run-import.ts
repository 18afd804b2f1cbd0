import { saoPauloDay } from '@atalaia/contracts'
import { DatabaseUnavailableError, type Database } from '@atalaia/database'
import { messageOf } from '@atalaia/server'
import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { renewNumbers, type Renewal } from '../numbers/renew-numbers.ts'
import type { Keys } from '../store/keys.ts'
import type { ImportCounts, ImportDone, ImportFailed, ImportProgress, Reading, SourceFacts } from './import-protocol.ts'
import { createBulkRepository, type SettledRows } from './bulk-repository.ts'
import type { FileFacts } from './import-end-repository.ts'
import { createImportsRepository, type Batch, type OpenImport } from './imports-repository.ts'
import { createPacker } from './pack-credentials.ts'
import { parseFile } from './parse-file.ts'
import { parseInThread } from './parse-thread.ts'
import { createRejectsFile, type RejectsFile } from './rejects-file.ts'
import { readWatchedKeys } from './watched-repository.ts'

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
  /** The operator, as the machine names the person. */
  readonly by?: string | undefined
  /** Facts about the source, told by hand. Default: none. */
  readonly facts?: SourceFacts
  /** Default: as looking tells. */
  readonly reading?: Reading
  /** True where the rows are kept first, and written in the order of their keys at the end. Default: false. */
  readonly bulk?: boolean | undefined
  /** Rows of one transaction. Default: 100,000; in the embedded database 40,000. */
  readonly batchRows?: number
  /** Called after each batch; `bytes` counts what was read of `content` for it. */
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops it between two batches. */
  readonly signal?: AbortSignal
}

/**
 * The most that a cut-off import writes again. More rows find more neighbours on a page of the key; fewer let the embedded
 * database's other callers in sooner.
 */
const BATCH_ROWS = 100_000

/** Hashes a file while it is read. */
const hashing = (content: AsyncIterable<Buffer>) => {
  const digest = createHash('sha256')
  let bytes = 0
  async function* hashed() {
    for await (const chunk of content) {
      digest.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  return { content: hashed(), factsOf: (): FileFacts => ({ hash: digest.digest('hex'), bytes }) }
}

type Writer = {
  write(opened: OpenImport, batch: Batch): Promise<SettledRows>
  /** Called after the last batch. */
  end(opened: OpenImport, onShare: (share: number) => void): Promise<SettledRows>
  /** Called after a failure, too. */
  close(opened: OpenImport): Promise<void>
}

const NOTHING: SettledRows = { added: 0, known: 0 }

const createWriter = (database: Database, bulk: boolean): Writer => {
  if (bulk) {
    const repository = createBulkRepository(database)
    return {
      write: (opened, batch) => repository.keep(opened, batch).then(() => NOTHING),
      end: (opened, onShare) => repository.settle(opened, onShare),
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
): Promise<ImportCounts> => {
  const {
    source,
    fileName,
    fabricated = false,
    bulk = false,
    batchRows = BATCH_ROWS,
    onProgress,
    signal,
    by,
    reading,
    facts,
  } = options
  const { content, factsOf } = hashing(options.content)
  const imports = createImportsRepository(database)
  const writer = createWriter(database, bulk)
  const at = clock()
  const leakedOn = options.date ?? saoPauloDay(at)
  let opened: OpenImport | undefined
  let bytes = 0
  let counts: ImportCounts = { read: 0, added: 0, known: 0, rejected: 0, skipped: 0, unclosed: 0 }
  try {
    // Invented data is small and nobody else's: a thread would cost more than it.
    const batches = fabricated
      ? parseFile(content, { pack: createPacker(keys.fingerprint, source), batchRows, ...reading })
      : parseInThread(content, {
          fingerprintKey: keys.fingerprint,
          source,
          batchRows,
          reading,
          // What is watched from here on is looked for when the import ends.
          watched: bulk ? undefined : await readWatchedKeys(database),
        })
    for await (const batch of batches) {
      signal?.throwIfAborted()
      opened ??= await imports.start({ source, fileName, fabricated, leakedOn, at, by, facts })
      rejects.add(batch.rejects)
      await rejects.drain()
      counts = plus(plus(counts, batch), await writer.write(opened, batch))
      bytes = batch.bytes
      onProgress?.({ kind: 'progress', ...counts, bytes })
    }
    if (opened === undefined) return counts
    const onShare = (settled: number) => onProgress?.({ kind: 'progress', ...counts, bytes, settled })
    counts = plus(counts, await writer.end(opened, onShare))
    await imports.finish(opened, clock(), factsOf())
    const onRenewal = ({ done, total }: Renewal) =>
      onProgress?.({ kind: 'progress', ...counts, bytes, renewed: done, organisations: total })
    await renewNumbers({ database, clock, importId: opened.id, onProgress: onRenewal })
    return counts
  } catch (error) {
    throw error instanceof DatabaseUnavailableError ? cutOff(error, counts) : error
  } finally {
    // What cannot be removed now is removed by the next import.
    if (opened !== undefined) await writer.close(opened).catch(() => undefined)
  }
}

const plus = (counts: ImportCounts, more: Partial<ImportCounts>): ImportCounts => ({
  read: counts.read + (more.read ?? 0),
  added: counts.added + (more.added ?? 0),
  known: counts.known + (more.known ?? 0),
  rejected: counts.rejected + (more.rejected ?? 0),
  skipped: counts.skipped + (more.skipped ?? 0),
  unclosed: counts.unclosed + (more.unclosed ?? 0),
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
 * Imports a leak file as a stream. At its end the numbers of the organisations that it touches are renewed. Each batch is one
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
