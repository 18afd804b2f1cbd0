import { kindsOf } from './columns.ts'
import type { Fault, FileAccount, LeakFile, ReadBatch, ReadCredential, ReadOptions, Rejected } from './credential.ts'
import type { LogFacts } from './log-facts.ts'
import { maskLine } from './mask.ts'
import type { Piece } from './piece.ts'
import { readPieces } from './read-pieces.ts'
import type { PlacedRow } from './rows.ts'

const BATCH_ROWS = 1000
/** A log has some hundred. */
const MAX_HELD_ROWS = 50_000
const MAX_FILES = 1000

type Batch = {
  credentials: ReadCredential[]
  rejected: Rejected[]
  skipped: number
  ignored: number
  unclosed: number
  faults: Fault[]
  files: FileAccount[]
  /** `undefined`: skipped rows are counted alone. */
  passed: Rejected[] | undefined
}

const emptyBatch = (explain: boolean): Batch => ({
  credentials: [],
  rejected: [],
  skipped: 0,
  ignored: 0,
  unclosed: 0,
  faults: [],
  files: [],
  passed: explain ? [] : undefined,
})

const NO_PASSED: readonly Rejected[] = []

const sizeOf = ({ credentials, rejected, skipped }: Batch) => credentials.length + rejected.length + skipped

const withFacts = (credential: ReadCredential, facts: LogFacts | undefined): ReadCredential =>
  facts === undefined
    ? credential
    : { ...credential, day: facts.day, machine: facts.machine, kinds: kindsOf([...credential.kinds, ...facts.kinds]) }

const addRow = (batch: Batch, { row, line, text }: PlacedRow, place: string, facts: LogFacts | undefined): void => {
  if (row.unclosed === true) batch.unclosed += 1
  if (row.kind === 'credential')
    for (const each of row.more === undefined ? [row.credential] : [row.credential, ...row.more])
      batch.credentials.push(withFacts(each, facts))
  else if (row.kind === 'skipped') {
    batch.skipped += 1
    batch.passed?.push({ place: `${place}${line}`, reason: 'login is no e-mail address', masked: maskLine(text) })
  } else batch.rejected.push({ place: `${place}${line}`, reason: row.reason, masked: maskLine(text) })
}

type Held = { readonly log: string; facts: LogFacts; rows: Map<PlacedRow, string> }

const merged = (one: LogFacts, other: LogFacts): LogFacts => ({
  day: one.day ?? other.day,
  machine: one.machine ?? other.machine,
  kinds: [...one.kinds, ...other.kinds],
})

/**
 * In bounded memory. Rejects before the first batch without any leak file (M-IMPORT-5). An
 * unreadable part is a fault.
 */
export async function* readLeak(files: AsyncIterable<LeakFile>, options: ReadOptions = {}): AsyncGenerator<ReadBatch> {
  const { batchRows = BATCH_ROWS, explain = false } = options
  let batch = emptyBatch(explain)
  let held: Held | undefined
  let read = 0
  let reason: string | undefined

  const take = (): ReadBatch => {
    const { passed = NO_PASSED, ...taken } = batch
    batch = emptyBatch(explain)
    return { ...taken, passed }
  }
  function* add(rows: Iterable<PlacedRow>, place: (row: PlacedRow) => string, facts?: LogFacts): Generator<ReadBatch> {
    for (const row of rows) {
      addRow(batch, row, place(row), facts)
      read += 1
      if (sizeOf(batch) >= batchRows) yield take()
    }
  }
  function* release(): Generator<ReadBatch> {
    if (held === undefined) return
    const { rows, facts } = held
    held.rows = new Map()
    yield* add(rows.keys(), (row) => rows.get(row) ?? '', facts)
  }
  function* takePiece({ place, log, rows, ignored, facts, faults, file }: Piece): Generator<ReadBatch> {
    batch.ignored += ignored
    batch.faults.push(...faults)
    if (file !== undefined) {
      batch.files.push(file)
      reason ??= 'reason' in file ? [file.path, file.reason].filter(Boolean).join(': ') : undefined
    }
    if (held !== undefined && (held.log !== log || held.rows.size > MAX_HELD_ROWS)) yield* release()
    if (log === undefined) {
      held = undefined
      yield* add(rows, () => place)
      return
    }
    if (held?.log !== log) held = { log, facts: { kinds: [] }, rows: new Map() }
    if (facts !== undefined) held.facts = merged(held.facts, facts)
    for (const row of rows) held.rows.set(row, place)
  }

  for await (const piece of readPieces(files, options)) {
    yield* takePiece(piece)
    if (read > 0 && batch.files.length >= MAX_FILES) yield take()
  }
  yield* release()
  if (read === 0) throw new Error(reason ?? 'no file of it is a leak file')
  yield take()
}
