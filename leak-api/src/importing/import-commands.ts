import { saoPauloDay } from '@atalaia/contracts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { codeOf, Misuse, type CommandLine, type OperatorClient, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import {
  IMPORT_HEADERS,
  importEventSchema,
  MAX_SOURCE_LENGTH,
  type ImportDone,
  type ImportFailed,
  type Reading,
  type SourceFacts,
} from './import-protocol.ts'
import { createProgress, knownFileText, resultText, type ProgressScreen } from './import-text.ts'
import { packFolder } from '../reading/pack-folder.ts'
import { addInspectCommand } from './inspect-command.ts'
import { readJsonLines } from './json-lines.ts'
import { addListCommands } from './list-commands.ts'
import { addRemovalCommands } from './removal-commands.ts'
import { addFactOptions, addSetCommand, factsShape, isDay } from './source-facts.ts'

const INTERRUPTED = 130
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
const MAX_NAME_LENGTH = 100
const BUFFER_BYTES = 256 * 1024
/** Files from here on come in by the bulk way: some 8 million lines of a combo list. */
const BULK_BYTES = 256 * 1024 * 1024
const LOST = 'the server went away; start it and run the import again to finish it'
/** Codes of a connection that broke under an upload. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE'])

type ImportParts = {
  readonly server: OperatorClient
  /** Shows progress; standard error. */
  readonly screen: ProgressScreen
}
type File = {
  readonly path: string
  readonly size: number
  readonly hash?: string | undefined
  /** The bytes of the file; a folder becomes a tar. Read twice: for its hash, and to be sent. */
  content(): AsyncIterable<Buffer>
}
type Wanted = {
  readonly source: string
  readonly date: string | undefined
  readonly reading: Reading
  readonly facts: SourceFacts
  readonly bulk: boolean | undefined
}

const optionsSchema = z.object({
  source: z.string().optional(),
  date: z.string().optional(),
  password: z.array(z.string()).optional(),
  columns: z.string().optional(),
  bulk: z.boolean().optional(),
  ...factsShape,
})

const wantedOf = (files: readonly string[], given: z.output<typeof optionsSchema>) => {
  const [file, ...others] = files
  if (file === undefined) throw new Misuse('import: FILE is missing')
  if (others.length > 0) throw new Misuse(`import: one FILE at a time, and ${files.length} were given`)
  const source = given.source?.trim() ?? ''
  if (source === '') throw new Misuse('import: --source NAME is missing: it says where the leak comes from')
  if (source.length > MAX_SOURCE_LENGTH)
    throw new Misuse(`import: --source has more than ${MAX_SOURCE_LENGTH} characters`)
  const { password: passwords, columns, bulk, source: _source, date: ownDate, ...facts } = given
  const date = ownDate ?? facts.leakedOn ?? undefined
  if (date !== undefined && !isDay(date)) throw new Misuse(`import: --date ${date} is no day; write YYYY-MM-DD`)
  if (date !== undefined && date > saoPauloDay(new Date())) throw new Misuse(`import: --date ${date} is in the future`)
  return { file, source, date, reading: { passwords, columns }, facts, bulk }
}

const hashOf = async (content: AsyncIterable<Buffer>) => {
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    digest.update(chunk)
    size += chunk.length
  }
  return { hash: digest.digest('hex'), size }
}

const inspect = async (path: string): Promise<File> => {
  const about = await stat(path).catch((cause: unknown) => {
    const code = codeOf(cause)
    throw new Error(code === 'ENOENT' ? `${path}: no such file` : `${path}: cannot be read (${String(code)})`, {
      cause,
    })
  })
  if (!about.isFile() && !about.isDirectory()) throw new Error(`${path}: is no file and no folder`)
  const content = () => (about.isFile() ? createReadStream(path, { highWaterMark: BUFFER_BYTES }) : packFolder(path))
  return { path, content, ...(await hashOf(content())) }
}

/** The person at the machine; `undefined` where it has no name for them. */
const operatorName = (): string | undefined => {
  try {
    return userInfo().username.slice(0, MAX_NAME_LENGTH)
  } catch {
    return undefined
  }
}

/** Sends the file, and shows progress until the import has ended. */
const upload = async (
  { server, screen }: ImportParts,
  { path, size, hash, content }: File,
  { source, date, reading, facts, bulk = size >= BULK_BYTES, signal }: Wanted & { readonly signal: AbortSignal },
): Promise<ImportDone | ImportFailed> => {
  const progress = createProgress(screen, size)
  const by = operatorName()
  const body = Readable.from(content())
  const headers = {
    ...(by !== undefined && { [IMPORT_HEADERS.by]: encodeURIComponent(by) }),
    ...(hash !== undefined && { [IMPORT_HEADERS.hash]: hash }),
    [IMPORT_HEADERS.reading]: encodeURIComponent(JSON.stringify(reading)),
    [IMPORT_HEADERS.facts]: encodeURIComponent(JSON.stringify(facts)),
  }
  const query = new URLSearchParams({
    file: basename(path),
    source,
    ...(date !== undefined && { date }),
    ...(bulk && { bulk: 'yes' }),
  })
  try {
    const events = await server.open({ method: 'POST', path: `/imports?${query}`, headers, body, signal })
    for await (const value of readJsonLines(events)) {
      const event = importEventSchema.parse(value)
      if (event.kind === 'progress') progress.show(event)
      else if (event.kind === 'known-file') screen.write(knownFileText(event))
      else return event
    }
    return { kind: 'failed', message: LOST }
  } catch (error) {
    if (BROKEN.has(codeOf(error) ?? '')) return { kind: 'failed', message: LOST }
    throw error
  } finally {
    progress.clear()
    body.destroy()
  }
}

const importFile = async (parts: ImportParts, file: File, wanted: Wanted): Promise<Outcome> => {
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Error('interrupted'))
  for (const signal of STOP_SIGNALS) process.on(signal, interrupt)
  try {
    const outcome = await upload(parts, file, { ...wanted, signal: stop.signal })
    if (outcome.kind === 'done') return { text: resultText(basename(file.path), outcome), json: outcome }
    if (!stop.signal.aborted) throw new Error(outcome.message)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, interrupt)
  }
  const text = 'leaks: interrupted; what was written stays, run the same import again to finish it\n'
  return { text, code: INTERRUPTED }
}

/** Adds the commands on leaks to a command line. */
export const addImportCommands = (line: CommandLine, parts: ImportParts): void => {
  const { program, action } = line
  const command = program
    .command('import [files...]')
    .usage('PATH --source NAME [options]')
    .summary('PATH --source NAME: a leak in')
    .description(
      'Imports combo lists (login:password, url:login:password), CSV, logs of stealers, dumps of databases, JSON and ' +
        'workbooks; alone, in a folder or in archives (zip, 7z, rar, tar, gzip). `leaks inspect` looks at a file before.',
    )
    .option(
      '--source <name>',
      'of the leak, up to 100 characters; importing more files into one source counts nothing twice',
    )
    .option('--date <day>', 'day of the leak, YYYY-MM-DD; without it that of --leaked-on, or today')
    .option('--password <words...>', 'tried on archives that need one, in this order')
    .option('--columns <names>', 'what the columns are where looking cannot tell: website,login,password,-')
    .option('--bulk', 'as large files come in: nothing counts before the end; the default from 256 MiB on')
    .option('--no-bulk', 'a large file as small ones come in, batch by batch')
    .action(
      action(optionsSchema, async ({ operands, options }) => {
        const { file, ...wanted } = wantedOf(operands, options)
        // npm changes to the package's folder and keeps the one where the person is.
        return importFile(parts, await inspect(resolve(process.env.INIT_CWD ?? '.', file)), wanted)
      }),
    )
  addFactOptions(command)
  const sources = addListCommands(line, parts)
  addRemovalCommands(line, sources, parts)
  addSetCommand(line, sources, parts)
  addInspectCommand(line)
}
