import { saoPauloDay } from '@atalaia/contracts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { codeOf, Misuse, type CommandLine, type OperatorClient, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import {
  importEventSchema,
  MAX_SOURCE_LENGTH,
  sourceSchema,
  type ImportDone,
  type ImportFailed,
} from './import-protocol.ts'
import { createProgress, resultText, sourcesText, type ProgressScreen } from './import-text.ts'

const INTERRUPTED = 130
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
const BUFFER_BYTES = 256 * 1024
const LOST = 'the server went away; start it and run the import again to finish it'
/** Codes of a connection that broke under an upload. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE'])

type ImportParts = {
  readonly server: OperatorClient
  /** Shows progress; standard error. */
  readonly screen: ProgressScreen
}
type File = { readonly path: string; readonly size: number }
type Wanted = { readonly source: string; readonly date: string | undefined }

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

const wantedOf = (files: readonly string[], given: { source?: string | undefined; date?: string | undefined }) => {
  const [file, ...others] = files
  if (file === undefined) throw new Misuse('import: FILE is missing')
  if (others.length > 0) throw new Misuse(`import: one FILE at a time, and ${files.length} were given`)
  const source = given.source?.trim() ?? ''
  if (source === '') throw new Misuse('import: --source NAME is missing: it says where the leak comes from')
  if (source.length > MAX_SOURCE_LENGTH)
    throw new Misuse(`import: --source has more than ${MAX_SOURCE_LENGTH} characters`)
  const { date } = given
  if (date !== undefined && !isDay(date)) throw new Misuse(`import: --date ${date} is no day; write YYYY-MM-DD`)
  if (date !== undefined && date > saoPauloDay(new Date())) throw new Misuse(`import: --date ${date} is in the future`)
  return { file, source, date }
}

const inspect = async (path: string): Promise<File> => {
  const about = await stat(path).catch((cause: unknown) => {
    const code = codeOf(cause)
    throw new Error(code === 'ENOENT' ? `${path}: no such file` : `${path}: cannot be read (${String(code)})`, {
      cause,
    })
  })
  if (!about.isFile()) throw new Error(`${path}: is no file`)
  return { path, size: about.size }
}

/** The values of a stream with one JSON value a line; what breaks the stream is thrown here. */
async function* readJsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let open = ''
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    const lines = (open + decoder.decode(chunk, { stream: true })).split('\n')
    open = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield JSON.parse(line)
  }
}

/** Sends the file, and shows progress until the import has ended. */
const upload = async (
  { server, screen }: ImportParts,
  { path, size }: File,
  { source, date, signal }: Wanted & { readonly signal: AbortSignal },
): Promise<ImportDone | ImportFailed> => {
  const progress = createProgress(screen, size)
  const body = createReadStream(path, { highWaterMark: BUFFER_BYTES })
  const query = new URLSearchParams({ file: basename(path), source, ...(date === undefined ? {} : { date }) })
  try {
    const events = await server.open({ method: 'POST', path: `/imports?${query}`, body, signal })
    for await (const value of readJsonLines(events)) {
      const event = importEventSchema.parse(value)
      if (event.kind !== 'progress') return event
      progress.show(event)
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

const optionsSchema = z.object({ source: z.string().optional(), date: z.string().optional() })

/** Adds `import` and `sources` to a command line. */
export const addImportCommands = ({ program, action }: CommandLine, parts: ImportParts): void => {
  program
    .command('import [files...]')
    .usage('FILE --source NAME [--date YYYY-MM-DD] [--json]')
    .summary('FILE --source NAME: a leak file in')
    .description(
      'Imports a combo list (login:password, separated by : ; | or a tab), url:login:password, or CSV with a header;\n' +
        'packed with gzip or not.',
    )
    .option(
      '--source <name>',
      'of the leak, up to 100 characters; importing more files into one source counts nothing twice',
    )
    .option('--date <day>', 'day of the leak, YYYY-MM-DD; today without it')
    .action(
      action(optionsSchema, async ({ operands, options }) => {
        const { file, ...wanted } = wantedOf(operands, options)
        // npm changes to the package's folder and keeps the one where the person is.
        return importFile(parts, await inspect(resolve(process.env.INIT_CWD ?? '.', file)), wanted)
      }),
    )
  program
    .command('sources')
    .description('the sources that were imported')
    .action(
      action(z.object({}), async () => {
        const { body } = await parts.server.call({ method: 'GET', path: '/sources' })
        const sources = z
          .array(z.unknown())
          .parse(body)
          .map((source) => sourceSchema.parse(source))
        return { text: sourcesText(sources), json: sources }
      }),
    )
}
