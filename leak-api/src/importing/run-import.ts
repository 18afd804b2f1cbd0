import { saoPauloDay, type Clock } from '../clock.ts'
import type { Database } from '@atalaia/database'
import type { Fingerprint } from '../store/fingerprint.ts'
import { createBatcher } from './batcher.ts'
import type { ImportCounts, ImportDone, ImportFailed, ImportProgress } from './import-events.ts'
import { BATCH_ROWS, startImport, type OpenImport } from './leak-writer.ts'
import { createLineParser } from './parse-lines.ts'
import { readLines } from './read-lines.ts'
import { createRejectsFile, type RejectsFile } from './rejects-file.ts'
import { readSample, type UsableSample } from './sample.ts'
import { unpack } from './unpack.ts'
import { messageOf } from '../error-facts.ts'
import { createAnalysisRepository } from '../numbers/analysis-repository.ts'

export type ImportTools = {
  readonly database: Database
  readonly fingerprint: Fingerprint
  readonly dataDir: string
  readonly clock: Clock
}

export type ImportOrder = {
  readonly content: AsyncIterable<Buffer>
  readonly fileName: string
  readonly source: string
  /** The day of the leak, `YYYY-MM-DD`; today in São Paulo without it. */
  readonly date?: string | undefined
  /** Invented data, of the demonstration account. */
  readonly fabricated?: boolean
  /** Rows of one transaction, {@link BATCH_ROWS} by default. */
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

const begin = (tools: ImportTools, order: ImportOrder): Promise<OpenImport> => {
  const at = tools.clock()
  const { source, fileName, fabricated = false } = order
  const leakedOn = order.date ?? saoPauloDay(at)
  return tools.database.transaction((transaction) =>
    startImport(transaction, { source, fileName, fabricated, leakedOn, at }),
  )
}

const finish = ({ database, clock }: ImportTools, { id }: OpenImport): Promise<void> =>
  database.transaction(async (transaction) => {
    const at = clock()
    await transaction.execute('UPDATE import SET finished_at = $2 WHERE id = $1', [id, at.toISOString()])
    await createAnalysisRepository(transaction).record({ at })
  })

type Reading = { readonly sample: UsableSample; readonly rejects: RejectsFile; readonly read: { bytes: number } }

const importLines = async (
  tools: ImportTools,
  order: ImportOrder,
  { sample, rejects, read }: Reading,
): Promise<ImportCounts> => {
  const opened = await begin(tools, order)
  const batcher = createBatcher({ ...tools, opened, rejects, batchRows: order.batchRows ?? BATCH_ROWS })
  const parser = createLineParser(sample.format)
  let line = 0
  try {
    for await (const block of sample.blocks) {
      order.signal?.throwIfAborted()
      for (const text of block) batcher.add(parser.add(text, ++line))
      if (await batcher.flushIfFull()) order.onProgress?.({ kind: 'progress', ...batcher.counts(), bytes: read.bytes })
    }
    batcher.add(parser.rest())
    await batcher.flush()
  } finally {
    await batcher.settled()
  }
  await finish(tools, opened)
  return batcher.counts()
}

/**
 * Reads a leak file as a stream. Each batch is one transaction and no row counts twice, so an import that was cut
 * off is finished by running it again. Ends with an analysis run for every organisation.
 */
export const runImport = async (tools: ImportTools, order: ImportOrder): Promise<ImportDone | ImportFailed> => {
  const started = performance.now()
  const rejects = createRejectsFile(tools.dataDir, order.fileName, tools.clock())
  try {
    const read = countBytes(order.content)
    const sample = await readSample(readLines(unpack(read.content)))
    if (sample.status === 'unusable') return { kind: 'failed', message: `${order.fileName}: ${sample.reason}` }
    const counts = await importLines(tools, order, { sample, rejects, read })
    const seconds = (performance.now() - started) / 1000
    return { kind: 'done', ...counts, source: order.source, seconds, rejectsFile: (await rejects.close()) ?? null }
  } catch (error) {
    return { kind: 'failed', message: `${order.fileName}: ${messageOf(error)}` }
  } finally {
    await rejects.close()
  }
}
