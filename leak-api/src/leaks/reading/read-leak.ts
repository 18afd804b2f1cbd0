import { kindsOf } from './columns.ts'
import type { Fault, LeakFile, ReadBatch, ReadCredential, ReadOptions, Rejected } from './credential.ts'
import type { LogFacts } from './log-facts.ts'
import { maskLine } from './mask.ts'
import { readPieces, type Piece } from './read-pieces.ts'
import type { PlacedRow } from './rows.ts'

const BATCH_ROWS = 1000
/** A log has some hundred. */
const MAX_HELD_ROWS = 50_000

type Batch = {
  credentials: ReadCredential[]
  rejected: Rejected[]
  skipped: number
  ignored: number
  unclosed: number
  faults: Fault[]
}

const emptyBatch = (): Batch => ({ credentials: [], rejected: [], skipped: 0, ignored: 0, unclosed: 0, faults: [] })

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
  else if (row.kind === 'skipped') batch.skipped += 1
  else batch.rejected.push({ place: `${place}${line}`, reason: row.reason, masked: maskLine(text) })
}

type Held = { readonly log: string; facts: LogFacts; rows: Map<PlacedRow, string> }

const merged = (one: LogFacts, other: LogFacts): LogFacts => ({
  day: one.day ?? other.day,
  machine: one.machine ?? other.machine,
  kinds: [...one.kinds, ...other.kinds],
})

/**
 * Streams a file, folder or archive in bounded memory. Rejects before the first batch when no file
 * is a leak file (M-IMPORT-5). An unreadable part is a fault.
 */
export async function* readLeak(files: AsyncIterable<LeakFile>, options: ReadOptions = {}): AsyncGenerator<ReadBatch> {
  const { batchRows = BATCH_ROWS } = options
  let batch = emptyBatch()
  let held: Held | undefined
  let read = 0

  function* add(rows: Iterable<PlacedRow>, place: (row: PlacedRow) => string, facts?: LogFacts): Generator<ReadBatch> {
    for (const row of rows) {
      addRow(batch, row, place(row), facts)
      read += 1
      if (sizeOf(batch) < batchRows) continue
      yield batch
      batch = emptyBatch()
    }
  }
  function* release(): Generator<ReadBatch> {
    if (held === undefined) return
    const { rows, facts } = held
    held.rows = new Map()
    yield* add(rows.keys(), (row) => rows.get(row) ?? '', facts)
  }
  function* take({ place, log, rows, ignored, facts, faults }: Piece): Generator<ReadBatch> {
    batch.ignored += ignored
    batch.faults.push(...faults)
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

  for await (const piece of readPieces(files, options)) yield* take(piece)
  yield* release()
  const [fault] = batch.faults
  if (read === 0 && fault !== undefined) throw new Error([fault.place, fault.reason].filter(Boolean).join(': '))
  if (read === 0 && batch.ignored === 0) throw new Error('no file of it is a leak file')
  yield batch
}
