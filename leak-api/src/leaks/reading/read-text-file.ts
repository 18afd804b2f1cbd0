import type { ReadOptions } from './credential.ts'
import { autofillKinds, isSystemText, systemFacts, type LogFacts } from './log-facts.ts'
import { logFileRole } from './log-names.ts'
import { isBlank, isTooLong } from './line-parser.ts'
import { peek, type Peeked } from './peek.ts'
import { linesIn, unmarked } from './read-lines.ts'
import type { Rows } from './rows.ts'
import { decode } from './decode.ts'
import { detectText, type TextSample } from './text-format.ts'

const SAMPLE_LINES = 200
/** Blank and overlong lines stay in memory uncounted. */
const MAX_SAMPLE_BYTES = 1024 * 1024
const FIRST_LOOK_BYTES = 4096
const START_CHARACTERS = 400
const MAX_FACT_LINES = 2000

type Sample = TextSample & { readonly resume: Peeked<Buffer>['resume'] }

const filled = (lines: readonly string[]) => lines.filter((line) => !isBlank(line))

/** Omits a line cut by the sample's end. */
const sampleOf = async (text: AsyncIterable<Buffer>): Promise<Sample> => {
  const seen: Buffer[] = []
  let size = 0
  let nextLook = FIRST_LOOK_BYTES
  let isCut = false
  const lines = () => decode(Buffer.concat(seen)).split(/\r\n|\n|\r/)
  const { resume } = await peek(text, (chunk) => {
    seen.push(chunk)
    size += chunk.length
    if (size < nextLook) return false
    nextLook = size * 2
    isCut = size > MAX_SAMPLE_BYTES || filled(lines()).filter((line) => !isTooLong(line)).length > SAMPLE_LINES
    return isCut
  })
  const all = lines()
  const whole = filled(isCut && all.length > 1 ? all.slice(0, -1) : all)
  return {
    lines: whole.filter((line) => !isTooLong(line)).slice(0, SAMPLE_LINES),
    starts: whole.slice(0, SAMPLE_LINES).map((line) => line.slice(0, START_CHARACTERS)),
    resume,
  }
}

const reasonAgainst = ({ lines, starts }: Sample): string | undefined => {
  if (starts.length === 0) return 'the file is empty'
  if ((lines.length === 0 ? starts : lines).some((line) => line.includes('\0')))
    return 'not a leak file: it is no text (of text, UTF-8, UTF-16 with its mark and Latin-1 are read)'
  return undefined
}

export type TextOptions = Pick<ReadOptions, 'columns' | 'onFormat'> & {
  /** True: refuses a file that is no text. */
  readonly isAlone: boolean
  /** Beside a file of passwords: a system file of any name gives facts. Default: false. */
  readonly isInLog?: boolean
}

type LogRows = Rows & { readonly facts?: LogFacts }

const NOTHING: Rows = { rows: [], ignored: 0 }

/** Rejects when the text is no leak. */
export async function* readTextFile(
  content: AsyncIterable<Buffer>,
  { columns, isAlone, isInLog = false, onFormat }: TextOptions,
): AsyncGenerator<LogRows> {
  const sample = await sampleOf(unmarked(content))
  const reason = reasonAgainst(sample)
  if (reason !== undefined) {
    if (isAlone) throw new Error(reason)
    return
  }
  const detected = detectText(sample, columns)
  if (detected === undefined && isInLog && isSystemText(sample.lines)) {
    yield { ...NOTHING, facts: systemFacts(sample.lines) }
    return
  }
  if (detected === undefined)
    throw new Error(
      sample.lines.length === 0
        ? 'not a leak file: its first lines are blank or too long'
        : `not a leak file: none of its first ${sample.lines.length} lines has an e-mail address as login`,
    )
  const { format, parser } = detected
  onFormat?.(format)
  if (parser.takes === 'lines') for await (const lines of linesIn(sample.resume())) yield parser.push(lines)
  else for await (const chunk of sample.resume()) yield parser.push(chunk.toString('latin1'))
  yield parser.end()
}

const firstLines = async (content: AsyncIterable<Buffer>): Promise<string[]> => {
  const lines: string[] = []
  for await (const block of linesIn(unmarked(content))) {
    lines.push(...block.slice(0, MAX_FACT_LINES))
    if (lines.length >= MAX_FACT_LINES) break
  }
  return lines
}

export async function* readLogFile(
  path: string,
  content: AsyncIterable<Buffer>,
  { onFormat }: Pick<ReadOptions, 'onFormat'>,
): AsyncGenerator<LogRows> {
  const role = logFileRole(path)
  if (role === 'noise') return
  if (role !== 'other') {
    const lines = await firstLines(content)
    if (role === 'system') yield { ...NOTHING, facts: systemFacts(lines) }
    else if (lines.some((line) => !isBlank(line))) {
      const kinds =
        role === 'cards'
          ? (['card'] as const)
          : role === 'cookies'
            ? (['cookies'] as const)
            : (['autofill', ...autofillKinds(lines)] as const)
      yield { ...NOTHING, facts: { kinds } }
    }
    return
  }
  const sample = await sampleOf(unmarked(content))
  if (reasonAgainst(sample) !== undefined) return
  // A text that the log's owner wrote is no list of credentials, unless its name says so.
  const detected = detectText(sample, undefined)
  if (detected === undefined && isSystemText(sample.lines)) yield { ...NOTHING, facts: systemFacts(sample.lines) }
  if (detected === undefined || (detected.format !== 'stealer log' && !/pass|login|cred|account/i.test(path))) return
  const { parser } = detected
  if (parser.takes === 'text') return
  onFormat?.(detected.format)
  for await (const lines of linesIn(sample.resume())) yield parser.push(lines)
  yield parser.end()
}
