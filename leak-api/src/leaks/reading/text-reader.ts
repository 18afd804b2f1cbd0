import { isBlank } from './line-parser.ts'
import { createLineReader, type Block } from './read-lines.ts'
import { countLines, type PlacedRow, type Rows } from './rows.ts'
import type { LineRows } from './line-rows.ts'
import { detectText, type Detected, type RowParser, type TextFormat } from './text-format.ts'

const SLICE_LINES = 500
const LEAST_RUN = 3
/** Bounds second looks: lines that are free, and then one in so many. */
const FREE_LOOKS = 2000
const LINES_A_LOOK = 50
/** Of more: the first, middle and last. */
const LOOK_LINES = 300

type Run = { readonly from: number; readonly to: number }

/** Without a credential, but one line has an at-sign. */
function* refusedRuns(lines: readonly string[], { rows, ignoredAt }: LineRows, before: number): Generator<Run> {
  const isRefused = new Uint8Array(lines.length)
  const read = new Uint8Array(lines.length)
  for (const { row, line } of rows) (row.kind === 'credential' ? read : isRefused)[line - before - 1] = 1
  for (const line of ignoredAt) if (!isBlank(lines[line - before - 1] ?? '')) isRefused[line - before - 1] = 1
  let from = -1
  let count = 0
  let hasAt = false
  for (let at = 0; at <= lines.length; at += 1) {
    if (at === lines.length || read[at] === 1) {
      if (count >= LEAST_RUN && hasAt) yield { from, to: at }
      from = -1
      count = 0
      hasAt = false
    } else if (isRefused[at] === 1) {
      if (from === -1) from = at
      count += 1
      hasAt ||= lines[at]?.includes('@') === true
    }
  }
}

export const sampleOf = (lines: readonly string[]): readonly string[] => {
  if (lines.length <= LOOK_LINES) return lines
  const part = LOOK_LINES / 3
  const middle = Math.floor((lines.length - part) / 2)
  return [...lines.slice(0, part), ...lines.slice(middle, middle + part), ...lines.slice(-part)]
}

export const rawOf = (lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n`).toString('latin1')

const LINE_END = /\r\n|\n|\r/g

const offsetOfLine = (text: string, line: number): number => {
  LINE_END.lastIndex = 0
  for (let at = 0; at < line; at += 1) if (LINE_END.exec(text) === null) return text.length
  return LINE_END.lastIndex
}

const isRead = ({ row }: PlacedRow) => row.kind === 'credential'

/** Cheaper than the runs. */
const isRefusedWithAt = (lines: readonly string[], { rows, ignoredAt }: LineRows, before: number): boolean =>
  rows.some((row) => !isRead(row) && row.text.includes('@')) ||
  ignoredAt.some((line) => lines[line - before - 1]?.includes('@'))

type TextReader = {
  push(block: Block): Rows
  end(): Rows
  readonly formats: ReadonlySet<TextFormat>
  /** `undefined`: rows are not lines. */
  lines(): number | undefined
}

/**
 * Reads from one format on. The best other format reads lines that it refuses in sequence
 * (M-IMPORT-73). `isFixed`: none does.
 */
export const createTextReader = (first: Detected, isFixed: boolean): TextReader => {
  const linesOf = createLineReader()
  const formats = new Set([first.format])
  let parser: RowParser = first.create()
  /** Lines before the parser's first. */
  let base = 0
  let count = 0
  let looks = FREE_LOOKS
  let rowsAreLines = parser.takes === 'lines'

  const placed = (rows: readonly PlacedRow[]) =>
    base === 0 ? rows : rows.map((row) => ({ ...row, line: row.line + base }))
  const change = ({ format, create }: Detected, at: number) => {
    formats.add(format)
    parser = create()
    base = at
    rowsAreLines &&= parser.takes === 'lines'
  }
  const look = (lines: readonly string[]) => {
    const sample = sampleOf(lines)
    if (isFixed || looks < sample.length) return undefined
    looks -= sample.length
    const found = detectText({ lines: sample, raw: () => rawOf(sample) })
    return found !== undefined && found.weight > 0 ? found : undefined
  }

  type Read = { rows: PlacedRow[]; ignored: number }
  /** Returns how many lines were read; fewer: the parser takes text from there. */
  const readLines = (lines: readonly string[], into: Read): number => {
    let at = 0
    while (at < lines.length && parser.takes === 'lines') {
      const slice = lines.slice(at, at + SLICE_LINES)
      const read = parser.push(slice)
      const before = count - base
      let next: { readonly detected: Detected; readonly from: number } | undefined
      if (!isFixed && looks > 0 && isRefusedWithAt(slice, read, before))
        for (const { from, to } of refusedRuns(slice, read, before)) {
          const detected = look(slice.slice(from, to))
          if (detected === undefined) continue
          next = { detected, from }
          break
        }
      const length = next?.from ?? slice.length
      const isBefore = (line: number) => next === undefined || line <= before + length
      for (const row of placed(next === undefined ? read.rows : read.rows.filter(({ line }) => isBefore(line))))
        into.rows.push(row)
      into.ignored += read.ignoredAt.filter(isBefore).length
      looks += length / LINES_A_LOOK
      count += length
      at += length
      if (next !== undefined) change(next.detected, count)
    }
    return at
  }
  const readText = (text: string, block: Block, into: Read): void => {
    if (parser.takes !== 'text') return
    const read = parser.push(text)
    const lines = read.rows.some(isRead) || !text.includes('@') ? [] : linesOf(block)
    const other = lines.length === 0 ? undefined : look(lines)
    // A list takes over from a dump when it reads half of the lines.
    if (other?.create().takes === 'lines' && other.weight >= sampleOf(lines).length) {
      const last = parser.end()
      into.rows.push(...placed(last.rows))
      change(other, count)
      readLines(lines, into)
      return
    }
    for (const row of placed(read.rows)) into.rows.push(row)
    into.ignored += read.ignored
    const own = countLines(text, text.length)
    count += own
    looks += own / LINES_A_LOOK
  }
  return {
    push: (block) => {
      const into: Read = { rows: [], ignored: 0 }
      if (parser.takes === 'text') readText(block.bytes.toString('latin1'), block, into)
      else {
        const lines = linesOf(block)
        const read = readLines(lines, into)
        if (read < lines.length) {
          const text = block.bytes.toString('latin1')
          readText(text.slice(offsetOfLine(text, read)), block, into)
        }
      }
      return into
    },
    end: () => {
      const last = parser.end()
      return { rows: placed(last.rows), ignored: 'ignoredAt' in last ? last.ignoredAt.length : last.ignored }
    },
    formats,
    lines: () => (rowsAreLines ? count : undefined),
  }
}
