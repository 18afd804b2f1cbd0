import type { FileEnd, ReadOptions } from './credential.ts'
import { autofillKinds, isSystemText, systemFacts, type LogFacts } from './log-facts.ts'
import { logFileRole, type LogFileRole } from './log-names.ts'
import { isBlank, isTooLong } from './line-parser.ts'
import { isPasswordName, namesPasswords } from './password-names.ts'
import { createLineReader, partsIn, unmarked, type Block } from './read-lines.ts'
import type { Rows } from './rows.ts'
import { detectDump, detectText, formatOfColumns, type Detected, type Found } from './text-format.ts'
import { createTextReader, rawOf, sampleOf } from './text-reader.ts'

const FIRST_LOOK_LINES = 200
const FIRST_LOOK_BYTES = 1024 * 1024
const WINDOW_LINES = 500
/** Held until a format is found (M-IMPORT-10). */
const MAX_HELD_BYTES = 16 * 1024 * 1024
/** For files of a log without a name of passwords. */
const MAX_HELD_BYTES_OF_OTHERS = 2 * 1024 * 1024
const MAX_HELD_LINES = 500_000
const MAX_FACT_LINES = 2000
const NO_BYTES = Buffer.alloc(0)
/** Beyond space; C1 are letters of old code pages. */
const CONTROL = /[^\P{Cc}\s\u0080-\u009f]/gu
const MAX_CONTROL_SHARE = 0.03
const BINARY_MARKS = ['SQLite format 3', '%PDF-', 'MZ', '\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8']
const BINARY_HEAD_CHARACTERS = 64 * 1024
const BINARY_HEAD_LINES = 5000

type Held = {
  readonly detected: Found | Detected | undefined
  readonly lines: readonly string[]
  readonly isBinary: boolean
  readonly isCut: boolean
  resume(): AsyncGenerator<Block>
}

const isBinaryText = (lines: readonly string[], head: Buffer): boolean => {
  const text = lines.slice(0, BINARY_HEAD_LINES).join('').slice(0, BINARY_HEAD_CHARACTERS)
  const controls = text.match(CONTROL)?.length ?? 0
  const hasMark = BINARY_MARKS.some((mark) => head.toString('latin1', 0, mark.length) === mark)
  return controls > text.length * MAX_CONTROL_SHARE || (controls > 0 && hasMark)
}

const headOf = (blocks: readonly Block[]): Buffer => {
  const parts: Buffer[] = []
  let size = 0
  for (const { bytes } of blocks) {
    if (size >= FIRST_LOOK_BYTES) break
    parts.push(bytes)
    size += bytes.length
  }
  return Buffer.concat(parts)
}

/** A sample, then each part with an at-sign. */
const lookAt = (lines: readonly string[], blocks: readonly Block[]): Found | undefined => {
  const sample = sampleOf(lines)
  // Lines are cut where rows may be longer.
  const raw = () => (sample.some(isTooLong) ? headOf(blocks).toString('latin1') : rawOf(sample))
  const found = detectText({ lines: sample, raw })
  if (found !== undefined || sample === lines) return found
  for (let at = 0; at < lines.length; at += WINDOW_LINES) {
    const window = lines.slice(at, at + WINDOW_LINES)
    if (!window.some((line) => line.includes('@'))) continue
    const inWindow = detectText({ lines: window, raw: () => rawOf(window) })
    if (inWindow !== undefined) return inWindow
  }
  return undefined
}

/** Holds the text until a format reads something of it. */
const hold = async (content: AsyncIterable<Buffer>, columns: string | undefined, maxBytes: number): Promise<Held> => {
  const blocks = partsIn(unmarked(content))
  const linesOf = createLineReader()
  const held: Block[] = []
  const lines: string[] = []
  let [size, filled, looked, lookedBlocks, nextLook] = [0, 0, 0, 0, FIRST_LOOK_LINES]
  let detected: Found | Detected | undefined
  let isCut = false
  const look = () => {
    const part = lines.slice(looked)
    const found =
      columns === undefined ? lookAt(part, held.slice(lookedBlocks)) : formatOfColumns(columns, sampleOf(part))
    looked = lines.length
    lookedBlocks = held.length
    nextLook = Math.max(nextLook, filled * 2)
    return found
  }
  for (let next = await blocks.next(); next.done !== true; next = await blocks.next()) {
    held.push(next.value)
    size += next.value.bytes.length
    for (const line of linesOf(next.value)) {
      lines.push(line)
      if (!isBlank(line)) filled += 1
    }
    isCut = size > maxBytes || lines.length > MAX_HELD_LINES
    if (filled >= nextLook || isCut || (looked === 0 && filled > 0 && size > FIRST_LOOK_BYTES)) detected = look()
    if (detected !== undefined || isCut) break
  }
  if (!isCut && looked < lines.length && filled > 0) detected ??= look()
  return {
    detected: detected ?? (isCut ? detectDump(lines.slice(0, MAX_FACT_LINES)) : undefined),
    lines,
    isBinary: isBinaryText(lines, held[0]?.bytes ?? NO_BYTES),
    isCut,
    resume: async function* resume() {
      yield* held.splice(0)
      // Not `for await`: a reader that stops early must not end its source.
      for (let next = await blocks.next(); next.done !== true; next = await blocks.next()) yield next.value
    },
  }
}

const EMPTY = 'the file is empty'
const NO_TEXT = 'not a leak file: it is no text (of text, UTF-8, UTF-16 and Latin-1 are read)'

const reasonAgainst = ({ lines, detected, isBinary: isNoText, isCut }: Held): string | undefined => {
  const filled = lines.filter((line) => !isBlank(line))
  if (filled.length === 0) return isNoText ? NO_TEXT : EMPTY
  if (isNoText) return NO_TEXT
  if (detected !== undefined) return undefined
  if (filled.every(isTooLong)) return 'not a leak file: its first lines are blank or too long'
  return `not a leak file: none of its ${isCut ? 'first ' : ''}${filled.length} lines has an e-mail address as login`
}

export type TextOptions = Pick<ReadOptions, 'columns' | 'onFormat'> & {
  /** Rejects for a file that is no leak. */
  readonly isAlone: boolean
  /** Beside passwords: any system file gives facts. Default: false. */
  readonly isInLog?: boolean
}

/** The last has the file's end. */
export type TextPiece = Rows & { readonly facts?: LogFacts; readonly end?: FileEnd }

const NOTHING: Rows = { rows: [], ignored: 0 }

async function* readHeld(
  held: Held,
  detected: Detected,
  { columns, onFormat }: Pick<ReadOptions, 'columns' | 'onFormat'>,
): AsyncGenerator<TextPiece> {
  const reader = createTextReader(detected, columns !== undefined)
  onFormat?.(detected.format)
  for await (const block of held.resume()) yield reader.push(block)
  const formats = [...reader.formats]
  for (const format of formats.slice(1)) onFormat?.(format)
  yield { ...reader.end(), end: { end: 'read', format: formats.join(', '), lines: reader.lines() } }
}

const skipped = (reason: string, isSilent: boolean): TextPiece => ({
  ...NOTHING,
  end: { end: 'skipped', reason, isSilent: isSilent && reason !== EMPTY },
})

export async function* readTextFile(
  path: string,
  content: AsyncIterable<Buffer>,
  { columns, isAlone, isInLog = false, onFormat }: TextOptions,
): AsyncGenerator<TextPiece> {
  const held = await hold(content, columns, MAX_HELD_BYTES)
  const reason = reasonAgainst(held)
  if (reason === undefined && held.detected !== undefined) yield* readHeld(held, held.detected, { columns, onFormat })
  else if (isInLog && isSystemText(held.lines.slice(0, MAX_FACT_LINES))) {
    yield { ...NOTHING, facts: systemFacts(held.lines.slice(0, MAX_FACT_LINES)) }
    yield { ...NOTHING, end: { end: 'facts' } }
  } else if (isAlone) throw new Error(reason)
  else yield skipped(reason ?? EMPTY, isPasswordName(path) || (!held.isBinary && namesPasswords(held.lines)))
}

const factsOf = (role: LogFileRole, all: readonly string[]): LogFacts | undefined => {
  const lines = all.slice(0, MAX_FACT_LINES)
  if (role === 'system' || (role === 'other' && isSystemText(lines))) return systemFacts(lines)
  if (!lines.some((line) => !isBlank(line))) return undefined
  if (role === 'cards') return { kinds: ['card'] }
  if (role === 'cookies') return { kinds: ['cookies'] }
  return role === 'autofill' ? { kinds: ['autofill', ...autofillKinds(lines)] } : undefined
}

const isLeak = (detected: Found | Detected, role: LogFileRole, hasName: boolean): boolean => {
  if ('isList' in detected && detected.isList) return true
  if (detected.format === 'stealer log') return role === 'other' || hasName
  return role === 'other' && hasName
}

/** Also reads files named as other data that have entries, or are a list or a table (M-IMPORT-74). */
export async function* readLogFile(
  path: string,
  content: AsyncIterable<Buffer>,
  { onFormat }: Pick<ReadOptions, 'onFormat'>,
): AsyncGenerator<TextPiece> {
  const role = logFileRole(path)
  const hasName = isPasswordName(path)
  const held = await hold(content, undefined, hasName ? MAX_HELD_BYTES : MAX_HELD_BYTES_OF_OTHERS)
  const facts = factsOf(role, held.lines)
  if (facts !== undefined) yield { ...NOTHING, facts }
  const reason = reasonAgainst(held)
  if (reason === undefined && held.detected !== undefined && isLeak(held.detected, role, hasName))
    yield* readHeld(held, held.detected, { columns: undefined, onFormat })
  else if (facts !== undefined && !hasName) yield { ...NOTHING, end: { end: 'facts' } }
  else
    yield skipped(
      reason ??
        (role === 'other'
          ? 'a text of the log, and no list of credentials'
          : 'other data by its name, without credentials'),
      hasName || (role === 'other' && !held.isBinary && namesPasswords(held.lines)),
    )
}
