import type { Fingerprint } from '../store/fingerprint.ts'
import type { ImportCounts } from './import-protocol.ts'
import { copyRow, type ImportsRepository, type OpenImport } from './imports-repository.ts'
import type { NumberedLine } from './line-parser.ts'
import type { RejectsFile } from './rejects-file.ts'

/**
 * Rows of one transaction by default: the most that a cut-off import writes again, and that stays in memory. More rows
 * find more neighbours on a page of the key; fewer let the dashboard's queries in sooner.
 */
const BATCH_ROWS = 40_000

export type BatcherOptions = {
  readonly imports: ImportsRepository
  readonly fingerprint: Fingerprint
  readonly opened: OpenImport
  readonly rejects: RejectsFile
  /** Default: {@link BATCH_ROWS}. */
  readonly batchRows: number | undefined
}

/** Collects lines into batches; one batch is written while the next one is read. */
export type Batcher = {
  add(lines: readonly NumberedLine[]): void
  /** Whether a batch was written. Rejects when the one before it could not be. */
  flushIfFull(): Promise<boolean>
  /** Writes what is left, and waits until all is written. */
  flush(): Promise<void>
  /** Waits for the write that is under way; never rejects. */
  settled(): Promise<void>
  /** Counts the lines that are written. */
  counts(): ImportCounts
}

type Collected = { readonly rows: string[]; read: number; rejected: number }
const emptyBatch = (): Collected => ({ rows: [], read: 0, rejected: 0 })

export const createBatcher = (options: BatcherOptions): Batcher => {
  const { imports, fingerprint, opened, rejects, batchRows = BATCH_ROWS } = options
  const total = { read: 0, added: 0, rejected: 0 }
  let batch = emptyBatch()
  let writing: Promise<void> = Promise.resolve()

  const write = async (rows: string, read: number, rejected: number) => {
    const added = await imports.write(opened, { rows, read, rejected })
    total.read += read
    total.added += added
    total.rejected += rejected
  }
  const startWriting = async () => {
    await rejects.drain()
    await writing
    const full = batch
    batch = emptyBatch()
    writing = write(full.rows.join(''), full.read, full.rejected)
    // The next flush rejects with its failure; until then it is not an unhandled one.
    writing.catch(() => undefined)
  }

  return {
    add: (lines) => {
      for (const { parsed, line, text } of lines) {
        batch.read += 1
        if (parsed.kind === 'credential') {
          batch.rows.push(copyRow(parsed, fingerprint))
        } else {
          batch.rejected += 1
          rejects.add(line, parsed.reason, text)
        }
      }
    },
    flushIfFull: async () => {
      if (batch.read < batchRows) return false
      await startWriting()
      return total.read > 0
    },
    flush: async () => {
      await startWriting()
      await writing
    },
    settled: () => writing.catch(() => undefined),
    counts: () => ({ ...total, known: total.read - total.added - total.rejected }),
  }
}
