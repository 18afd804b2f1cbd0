import { lstat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Misuse, type CommandLine, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import type { Fault, FileAccount } from '../reading/credential.ts'
import { maskCredential } from '../reading/mask.ts'
import { accountText, isSilent } from './file-totals.ts'
import { readLeak } from '../reading/read-leak.ts'
import { walkLeak } from '../reading/walk-leak.ts'

const SHOWN_ROWS = 10
const SHOWN_FAULTS = 10
const MAX_LOOKED_AT = 100_000

type Refusal = { readonly reason: string; count: number; readonly first: string }

type Inspection = {
  readonly kind: 'inspected'
  readonly whole: boolean
  readonly read: number
  readonly credentials: number
  readonly skipped: number
  readonly rejected: number
  readonly formats: Readonly<Record<string, number>>
  readonly rows: readonly Readonly<Record<string, string>>[]
  readonly reasons: readonly Refusal[]
  readonly faults: readonly Fault[]
  /** Files that name passwords, with none read; with `explain` all. */
  readonly files: readonly FileAccount[]
}

type Given = {
  readonly passwords: readonly string[]
  readonly columns?: string | undefined
  readonly explain: boolean
}

const inspect = async (path: string, given: Given) => {
  const formats: Record<string, number> = {}
  const reasons = new Map<string, Refusal>()
  const rows: ReturnType<typeof maskCredential>[] = []
  const faults: Fault[] = []
  const files: FileAccount[] = []
  const counts = { read: 0, credentials: 0, skipped: 0, rejected: 0 }
  let whole = true
  const onFormat = (format: string) => (formats[format] = (formats[format] ?? 0) + 1)
  for await (const batch of readLeak(walkLeak(path), { ...given, onFormat })) {
    counts.credentials += batch.credentials.length
    counts.skipped += batch.skipped
    counts.rejected += batch.rejected.length
    counts.read = counts.credentials + counts.skipped + counts.rejected
    rows.push(...batch.credentials.slice(0, SHOWN_ROWS - rows.length).map(maskCredential))
    faults.push(...batch.faults)
    files.push(...batch.files.filter((file) => given.explain || isSilent(file)))
    for (const { reason, place } of batch.rejected) {
      const known = reasons.get(reason)
      if (known) known.count += 1
      else reasons.set(reason, { reason, count: 1, first: place })
    }
    whole = counts.read < MAX_LOOKED_AT
    if (!whole) break
  }
  return {
    kind: 'inspected',
    whole,
    ...counts,
    formats,
    rows,
    reasons: [...reasons.values()],
    faults,
    files,
  } satisfies Inspection
}

const number = new Intl.NumberFormat('en')

const textOf = (path: string, found: Inspection): string => {
  const { read, credentials, skipped, rejected, whole } = found
  const formats = Object.entries(found.formats).map(([format, count]) =>
    count === 1 ? format : `${count} × ${format}`,
  )
  const columns = Object.keys(found.rows[0] ?? {})
  const widths = columns.map((name) => Math.max(name.length, ...found.rows.map((row) => row[name]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()
  const beyond = found.faults.length - SHOWN_FAULTS
  return [
    `${path}: ${formats.join(', ')}`,
    `${number.format(read)} rows${whole ? '' : ' looked at, and there are more'}: ${number.format(credentials)} credentials, ` +
      `${number.format(skipped)} whose login is no address, ${number.format(rejected)} rejected`,
    ...(found.rows.length === 0
      ? []
      : [line(columns), ...found.rows.map((row) => line(columns.map((name) => row[name] ?? '')))]),
    ...found.reasons.map(
      ({ reason, count, first }) => `rejected: ${number.format(count)} × ${reason}, first at ${first}`,
    ),
    ...found.faults.slice(0, SHOWN_FAULTS).map(({ place, reason }) => `not read: ${place}: ${reason}`),
    ...found.files.map(
      (file) => `${isSilent(file) ? 'names passwords, and none was read: ' : ''}${file.path}: ${accountText(file)}`,
    ),
    ...(beyond > 0 ? [`not read: ${number.format(beyond)} more`] : []),
    '',
  ].join('\n')
}

const optionsSchema = z.object({
  password: z.array(z.string()).optional(),
  columns: z.string().optional(),
  explain: z.boolean().optional(),
})

/** Needs no server; writes nothing (M-IMPORT-19). */
export const addInspectCommand = ({ program, action }: CommandLine): void => {
  program
    .command('inspect [paths...]')
    .usage('PATH [--password WORD …] [--columns NAMES] [--explain] [--json]')
    .summary('PATH: what a leak is, without importing it')
    .description(
      'Looks at a file, a folder or an archive: its format, ten rows (masked), and what an import would reject and why. ' +
        `Ends after ${number.format(MAX_LOOKED_AT)} rows. Nothing is written to the database.`,
    )
    .option('--password <words...>', 'tried on archives that need one, in this order')
    .option('--columns <names>', 'what the columns are where looking cannot tell: website,login,password,-')
    .option('--explain', 'the account of each file: read, facts, skipped or unread, with its lines')
    .action(
      action(optionsSchema, async ({ operands, options }): Promise<Outcome> => {
        const [given, ...others] = operands
        if (given === undefined || others.length > 0) throw new Misuse('inspect: one PATH is needed')
        const path = resolve(process.env.INIT_CWD ?? '.', given)
        await lstat(path).catch((cause: unknown) => {
          throw new Error(`${given}: cannot be read`, { cause })
        })
        const found = await inspect(path, {
          passwords: options.password ?? [],
          columns: options.columns,
          explain: options.explain ?? false,
        })
        return { text: textOf(given, found), json: found }
      }),
    )
}
