import { saoPauloDay } from '@atalaia/contracts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, resolve } from 'node:path'
import { codeOf, Misuse, type CommandLine, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import type { Reading } from '../reading/credential.ts'
import { READER } from '../reading/reader.ts'
import { packFolder } from '../reading/pack-folder.ts'
import { leakFolder } from '../reading/walk-leak.ts'
import {
  createProgress,
  INCOMPLETE,
  isIncomplete,
  knownFileText,
  resultText,
  type ProgressScreen,
} from './import-text.ts'
import { listImports, type ListedImport } from './imports-listing.ts'
import { addInspectCommand } from './inspect-command.ts'
import { INTERRUPTED, interruptible } from './interruptible.ts'
import { isBulkFaster } from './bulk-repository.ts'
import { addListCommands } from './list-commands.ts'
import { whileNoOther } from './only-import.ts'
import { addRemovalCommands } from './removal-commands.ts'
import { createRemoval } from './removal.ts'
import { runImport, type ImportDone, type ImportFailed, type ImportTools } from './run-import.ts'
import { addFactOptions, addSetCommand, factsShape, isDay } from './source-facts.ts'
import { MAX_SOURCE_LENGTH, type SourceFacts } from './sources-repository.ts'

const MAX_NAME_LENGTH = 100
const BUFFER_BYTES = 256 * 1024
/** Least size for the bulk way: some 8 million lines of a combo list. */
const BULK_BYTES = 256 * 1024 * 1024

type ImportParts = {
  readonly tools: () => Promise<ImportTools>
  /** Standard error. */
  readonly screen: ProgressScreen
}
type File = {
  readonly path: string
  readonly size: number
  readonly hash: string
  /** Read for the hash, then for the import. Folders and archives in parts become a tar. */
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
  explain: z.boolean().optional(),
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
  const { password: passwords, columns, bulk, explain, source: _source, date: ownDate, ...facts } = given
  const date = ownDate ?? facts.leakedOn ?? undefined
  if (date !== undefined && !isDay(date)) throw new Misuse(`import: --date ${date} is no day; write YYYY-MM-DD`)
  if (date !== undefined && date > saoPauloDay(new Date())) throw new Misuse(`import: --date ${date} is in the future`)
  return { file, source, date, reading: { passwords, columns, explain }, facts, bulk }
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
  const folder = await leakFolder(path)
  const content = () =>
    folder === undefined ? createReadStream(path, { highWaterMark: BUFFER_BYTES }) : packFolder(path)
  return { path, content, ...(await hashOf(content())) }
}

const operatorName = (): string | undefined => {
  try {
    return userInfo().username.slice(0, MAX_NAME_LENGTH)
  } catch {
    return undefined
  }
}

type Replacing = { readonly tools: ImportTools; readonly older: readonly ListedImport[]; readonly signal: AbortSignal }

/** Removes imports by an older reader, whose fingerprints cannot be computed again (M-IMPORT-72). */
const replaceOlder = async ({ tools, older, signal }: Replacing, done: ImportDone): Promise<ImportDone> => {
  if (older.length === 0) return done
  const had = Math.max(...older.map(({ added, known }) => added + known))
  if (isIncomplete(done) || done.added + done.known < had / 2) return { ...done, kept: older.map(({ id }) => id) }
  const removal = createRemoval(tools.database, tools.clock)
  for (const { id, source } of older) await removal.remove({ kind: 'import', id, source }, { signal })
  return { ...done, replaced: older.map(({ id }) => id) }
}

/** Imports before days were told have their own day. */
const isDayKnown = ({ isDayTold, date, startedAt }: ListedImport): boolean =>
  isDayTold && date !== saoPauloDay(new Date(startedAt))

/** Reports an earlier import of the file first (M-IMPORT-13). */
const importAlone = async (
  { tools, screen }: ImportParts,
  { path, size, hash, content }: File,
  wanted: Wanted & { readonly signal: AbortSignal },
): Promise<ImportDone | ImportFailed> => {
  const own = await tools()
  return whileNoOther(own.database, async () => {
    const known = await listImports(own.database, { hash })
    if (known[0]) screen.write(knownFileText(known[0]))
    const older = known.filter(({ source, reader }) => source === wanted.source && reader < READER)
    const date = wanted.date ?? older.find(isDayKnown)?.date
    const progress = createProgress(screen, size)
    try {
      const outcome = await runImport(own, {
        ...wanted,
        date,
        content: content(),
        fileName: basename(path) || path,
        by: operatorName(),
        bulk: wanted.bulk ?? (size >= BULK_BYTES && (await isBulkFaster(own.database))),
        onProgress: progress.show,
      })
      if (outcome.kind === 'failed') return outcome
      return await replaceOlder({ tools: own, older, signal: wanted.signal }, outcome)
    } finally {
      progress.clear()
    }
  })
}

const importFile = (parts: ImportParts, file: File, wanted: Wanted): Promise<Outcome> =>
  interruptible(async (signal) => {
    const outcome = await importAlone(parts, file, { ...wanted, signal })
    if (outcome.kind === 'done') {
      const code = isIncomplete(outcome) ? INCOMPLETE : 0
      return { text: resultText(basename(file.path), outcome), json: outcome, code }
    }
    if (signal.aborted) return { text: `leaks: ${outcome.message}\n`, code: INTERRUPTED }
    throw new Error(outcome.message)
  })

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
    .option('--explain', 'the account of each file, and skipped lines in the file of rejects')
    .option(
      '--bulk',
      'as large files come in: nothing counts before the end; the default from 256 MiB on into an empty database',
    )
    .option('--no-bulk', 'a large file as small ones come in, batch by batch')
    .action(
      action(optionsSchema, async ({ operands, options }) => {
        const { file, ...wanted } = wantedOf(operands, options)
        // npm changes to the package's folder and keeps the one where the person is.
        return importFile(parts, await inspect(resolve(process.env.INIT_CWD ?? '.', file)), wanted)
      }),
    )
  command.addHelpText(
    'after',
    `\nExit code ${INCOMPLETE}: imported, but no credential was found, a file that names passwords gave none, or a file was unread.`,
  )
  addFactOptions(command)
  const sources = addListCommands(line, parts)
  addRemovalCommands(line, sources, parts)
  addSetCommand(line, sources, parts)
  addInspectCommand(line)
}
