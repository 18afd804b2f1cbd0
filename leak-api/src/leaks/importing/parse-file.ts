import type { FileAccount, ReadBatch, ReadOptions } from '../reading/credential.ts'
import { readLeak } from '../reading/read-leak.ts'
import type { PackedCredentials, Packer } from './pack-credentials.ts'
import { accountRow, isSilent, NO_FILES, plusFiles, totalsOf, type FileTotals } from './file-totals.ts'
import { faultRow, rejectRow } from './rejects-file.ts'

type Counts = Pick<ReadBatch, 'skipped' | 'ignored' | 'unclosed'> & {
  readonly rejects: string
  readonly read: number
  readonly rejected: number
  readonly files: FileTotals
  /** They name passwords, but none was read. */
  readonly silent: readonly string[]
  /** With `explain`. */
  readonly accounts: readonly FileAccount[]
}

/** Holds no clear password. `read` = `count` + `rejected` + `skipped`. */
export type ParsedBatch = PackedCredentials &
  Counts & {
    readonly bytes: number
  }

export type ParseOptions = Omit<ReadOptions, 'batchRows'> & {
  readonly pack: Packer
  /** Whole thousands beyond the first. Default: 100,000. */
  readonly batchRows?: number | undefined
}

const BATCH_ROWS = 100_000
/** Few enough to be gone before the collector's second look. */
const PIECE_ROWS = 1000

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

async function* alone(content: AsyncIterable<Buffer>) {
  yield { path: 'leak', content }
}

const NONE: Counts = {
  read: 0,
  rejects: '',
  rejected: 0,
  skipped: 0,
  ignored: 0,
  unclosed: 0,
  files: NO_FILES,
  silent: [],
  accounts: [],
}

const plus = (counts: Counts, batch: ReadBatch, explain: boolean): Counts => {
  const { credentials, rejected, faults, files, passed, skipped, ignored, unclosed } = batch
  const silent = files.filter(isSilent)
  const told = (explain ? files : silent).filter(({ end }) => end !== 'unread')
  const rows = [...[...rejected, ...passed].map(rejectRow), ...faults.map(faultRow), ...told.map(accountRow)]
  return {
    read: counts.read + credentials.length + rejected.length + skipped,
    rejects: counts.rejects + rows.join(''),
    rejected: counts.rejected + rejected.length,
    skipped: counts.skipped + skipped,
    ignored: counts.ignored + ignored,
    unclosed: counts.unclosed + unclosed,
    files: plusFiles(counts.files, totalsOf(files)),
    silent: [...counts.silent, ...silent.map(({ path }) => path)],
    accounts: explain ? [...counts.accounts, ...files] : counts.accounts,
  }
}

/** The last may be empty. Rejects before the first for no leak file. */
export async function* parseFile(
  content: AsyncIterable<Buffer>,
  { pack, batchRows = BATCH_ROWS, ...options }: ParseOptions,
): AsyncGenerator<ParsedBatch> {
  const counter = countBytes(content)
  const { explain = false } = options
  const pieces = readLeak(alone(counter.content), { ...options, batchRows: Math.min(batchRows, PIECE_ROWS) })
  let counts = NONE
  for await (const piece of pieces) {
    pack.add(piece.credentials)
    counts = plus(counts, piece, explain)
    if (counts.read < batchRows) continue
    yield { ...pack.take(), ...counts, bytes: counter.bytes }
    counts = NONE
  }
  yield { ...pack.take(), ...counts, bytes: counter.bytes }
}
