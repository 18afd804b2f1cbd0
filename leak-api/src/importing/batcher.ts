import type { Database } from '@atalaia/database'
import type { Fingerprint } from '../store/fingerprint.ts'
import type { ImportCounts } from './import-events.ts'
import { copyRow, writeBatch, type OpenImport } from './leak-writer.ts'
import type { NumberedLine } from './parse-lines.ts'
import type { RejectsFile } from './rejects-file.ts'

export type BatcherOptions = {
  readonly database: Database
  readonly fingerprint: Fingerprint
  readonly opened: OpenImport
  readonly rejects: RejectsFile
  readonly batchRows: number
}

type Collected = { readonly rows: string[]; read: number; rejected: number }
const emptyBatch = (): Collected => ({ rows: [], read: 0, rejected: 0 })

/** Collects lines into batches; one is written while the next one is read. */
export const createBatcher = ({ database, fingerprint, opened, rejects, batchRows }: BatcherOptions) => {
  const total = { read: 0, added: 0, rejected: 0 }
  let batch = emptyBatch()
  let writing: Promise<void> = Promise.resolve()

  const write = async (rows: string, read: number, rejected: number) => {
    const added = await writeBatch(database, opened, { rows, read, rejected })
    total.read += read
    total.added += added
    total.rejected += rejected
  }
  const flush = async () => {
    await rejects.drain()
    await writing
    const full = batch
    batch = emptyBatch()
    writing = write(full.rows.join(''), full.read, full.rejected)
    // Its failure is told by the next flush; until then it is not an unhandled one.
    writing.catch(() => undefined)
  }

  return {
    add: (lines: readonly NumberedLine[]) => {
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
    /** `true` when a batch was written. */
    flushIfFull: async (): Promise<boolean> => {
      if (batch.read < batchRows) return false
      await flush()
      return total.read > 0
    },
    /** Sends out what is left, and waits until all is written. */
    flush: async (): Promise<void> => {
      await flush()
      await writing
    },
    /** Waits for the write under way, whatever comes of it. */
    settled: () => writing.catch(() => undefined),
    counts: (): ImportCounts => ({ ...total, known: total.read - total.added - total.rejected }),
  }
}
