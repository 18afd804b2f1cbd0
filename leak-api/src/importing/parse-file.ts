import type { Fingerprint } from '../store/fingerprint.ts'
import { detectFormat } from './detect-format.ts'
import type { Credential } from './line-parser.ts'
import { readLines } from './read-lines.ts'
import { rejectRow } from './rejects-file.ts'

/**
 * Rows of one transaction by default: the most that a cut-off import writes again. More rows find more neighbours on a
 * page of the key; fewer let the dashboard's queries in sooner.
 */
const BATCH_ROWS = 40_000

/** Parsed lines, ready to be written; no clear password is among them. `read` counts lines that are not skipped. */
export type ParsedBatch = {
  /** Credentials in COPY's text format. */
  readonly rows: string
  /** Rejected lines as rows of the rejects file. */
  readonly rejects: string
  readonly read: number
  readonly rejected: number
  readonly skipped: number
  readonly unclosed: number
  /** Bytes read of the content so far. */
  readonly bytes: number
}

export type ParseOptions = {
  readonly fingerprint: Fingerprint
  /** Default: {@link BATCH_ROWS}. */
  readonly batchRows?: number | undefined
}

/**
 * A credential as a row of COPY's text format. Nothing needs an escape: an address has no tab, newline or
 * backslash, and a digest has digits alone.
 */
const copyRow = ({ address, password }: Credential, fingerprint: Fingerprint): string =>
  `${address}\t\\\\x${password === '' ? '' : fingerprint(address, password)}\n`

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

const emptyCounts = () => ({ read: 0, rejected: 0, skipped: 0, unclosed: 0 })

const createBatch = (fingerprint: Fingerprint) => {
  const rows: string[] = []
  const rejects: string[] = []
  const counts = emptyCounts()
  return {
    counts,
    take: (bytes: number): ParsedBatch => {
      const batch = { rows: rows.join(''), rejects: rejects.join(''), ...counts, bytes }
      rows.length = 0
      rejects.length = 0
      Object.assign(counts, emptyCounts())
      return batch
    },
    addCredential: (credential: Credential) => rows.push(copyRow(credential, fingerprint)),
    addReject: (row: string) => rejects.push(row),
  }
}

/** Parses a leak file as a stream. The last batch may be empty; a file that is no leak file rejects before the first. */
export async function* parseFile(
  content: AsyncIterable<Buffer>,
  { fingerprint, batchRows = BATCH_ROWS }: ParseOptions,
): AsyncGenerator<ParsedBatch> {
  const counter = countBytes(content)
  const { parse, blocks } = await detectFormat(readLines(counter.content))
  const { counts, take, addCredential, addReject } = createBatch(fingerprint)
  let line = 0
  for await (const block of blocks) {
    for (const text of block) {
      line += 1
      const parsed = parse(text)
      if (parsed === undefined) {
        counts.skipped += 1
        continue
      }
      counts.read += 1
      if (parsed.unclosed === true) counts.unclosed += 1
      if (parsed.kind === 'credential') addCredential(parsed)
      else {
        counts.rejected += 1
        addReject(rejectRow(line, parsed.reason, text))
      }
      if (counts.read === batchRows) yield take(counter.bytes)
    }
  }
  yield take(counter.bytes)
}
