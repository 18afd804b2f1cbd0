import { appendFile, writeFile } from 'node:fs/promises'
import type { AuditRow } from '@atalaia/contracts/audit'
import type { Database } from '@atalaia/database'
import { EXIT, Misuse, type CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { organisationOfAccount } from '../account-organisation.ts'
import { auditLog, createAuditRepository } from './audit-repository.ts'
import { readRow } from './read-row.ts'
import { verifyChain, type ChainReport, type KnownRow, type ChainFault } from './verify-chain.ts'
import { addCommandGroup } from '../commands.ts'
import { AUDIT_FILES, auditLines, csvHead } from './audit-formats.ts'

const ROWS_AT_ONCE = 1000

type NamedLog = { readonly organisation?: string | undefined; readonly account?: string | undefined }

const meantBy = async (database: Database, { organisation, account }: NamedLog): Promise<string | undefined> =>
  account === undefined ? organisation : organisationOfAccount(database, account)

/** Checks the hash chain of one log or of all (P-AUDIT-3). `known`: a row noted elsewhere. */
const verifyLogs = async (database: Database, log: NamedLog, known?: KnownRow): Promise<ChainReport[]> => {
  const one = await meantBy(database, log)
  const reports = []
  for (const id of one === undefined ? await createAuditRepository(database).organisations() : [one])
    reports.push(await verifyChain(database, id, known))
  return reports
}

/** The rows of a log, the oldest first, some at a time. Throws when the organisation has no log. */
async function* readLog(database: Database, log: NamedLog): AsyncGenerator<readonly AuditRow[]> {
  const id = (await meantBy(database, log)) ?? ''
  if ((await createAuditRepository(database).head(id)) === undefined)
    throw new Error(`organisation ${id}: it has no log`)
  let after = 0
  for (;;) {
    const { rows, more } = await auditLog.feed(database, { organisationId: id, after }, ROWS_AT_ONCE)
    yield rows.map(readRow)
    const last = rows.at(-1)
    if (last === undefined || !more) return
    after = last.ordinal
  }
}

const ROW = /^[1-9]\d{0,14}:[\da-f]{64}$/

const FAULTS: Readonly<Record<ChainFault, string>> = {
  missing: 'it is not there',
  order: 'it says another number or another organisation',
  altered: 'it, or the row before it, was altered',
  names: 'the names beside it were altered',
  'cut-off': 'it and what followed were cut off the end',
  beyond: 'it stands after the end that acts have written',
  end: 'the end of the log has another hash',
  'no-log': 'the organisation has no log',
  expected: 'it has another hash than the one that was noted',
}
const nameOf = ({ organisationId }: ChainReport) =>
  organisationId === '0' ? 'installation' : `organisation ${organisationId}`

const reportText = (report: ChainReport): string =>
  report.status === 'broken'
    ? `${nameOf(report)}: BROKEN at row ${report.ordinal}: ${FAULTS[report.fault]}\n`
    : report.rows === 0
      ? `${nameOf(report)}: whole, no rows\n`
      : `${nameOf(report)}: whole, ${report.rows} rows (names erased in ${report.erased}), ends with ${report.rows}:${report.head}\n`

const whichSchema = {
  organisation: z
    .string()
    .regex(/^\d{1,18}$/, 'is a number')
    .optional(),
  account: z.string().optional(),
}
const knownRow = z
  .string()
  .regex(ROW, 'is NUMBER:HASH, 64 hex digits')
  .transform((row) => {
    const [ordinal, hash = ''] = row.split(':')
    return { ordinal: Number(ordinal), hash }
  })
  .optional()

export const addAuditCommands = (
  { program, action }: CommandLine,
  { tools }: { readonly tools: () => Promise<{ readonly database: Database }> },
): void => {
  const audit = addCommandGroup(program, {
    name: 'audit',
    description: 'The audit logs: what people, keys and operators did in each organisation (docs/operators.md).',
  })
  const organisation = ['--organisation <id>', 'the number of the organisation; 0 is the installation'] as const
  const account = ['--account <email>', 'an account of the organisation that is meant'] as const

  audit
    .command('verify')
    .usage('[--organisation ID] [options]')
    .description(
      'follows the hash chain of one log, or of all, and names the first row that is broken; exit code 1 then',
    )
    .option(...organisation)
    .option(...account)
    .option('--row <number:hash>', 'a row as it was noted elsewhere, which the chain has to lead through')
    .action(
      action(
        z.object({ ...whichSchema, row: knownRow }),
        async ({ options: { organisation: id, account: email, row } }) => {
          if (row !== undefined && id === undefined && email === undefined)
            throw new Misuse('audit verify: --row needs --organisation ID: it says whose row it is')
          const { database } = await tools()
          const reports = await verifyLogs(database, { organisation: id, account: email }, row)
          const isWhole = reports.every(({ status }) => status === 'whole')
          return {
            text: reports.map(reportText).join(''),
            json: { whole: isWhole, logs: reports },
            code: isWhole ? EXIT.ok : EXIT.failed,
          }
        },
      ),
    )

  audit
    .command('export')
    .usage('--organisation ID --out FILE [options]')
    .description('writes a whole log into a new file, the oldest row first, with its hashes')
    .option(...organisation)
    .option(...account)
    .option('--out <file>', 'the file; one that is there stays as it is')
    .option('--format <format>', AUDIT_FILES.join(' or '), 'ndjson')
    .action(
      action(
        z.object({ ...whichSchema, out: z.string().optional(), format: z.enum(AUDIT_FILES, 'is ndjson or csv') }),
        async ({ options: { organisation: id, account: email, out, format } }) => {
          if (id === undefined && email === undefined)
            throw new Misuse('audit export: --organisation ID is missing, or --account EMAIL')
          if (out === undefined) throw new Misuse('audit export: --out FILE is missing')
          const { database } = await tools()
          let rows = 0
          let isMade = false
          for await (const page of readLog(database, { organisation: id, account: email })) {
            // It names people: for its owner alone.
            if (!isMade) await writeFile(out, format === 'csv' ? csvHead() : '', { flag: 'wx', mode: 0o600 })
            isMade = true
            await appendFile(out, auditLines(page, format))
            rows += page.length
          }
          return { text: `${rows} rows are in ${out}\n`, json: { rows, file: out, format } }
        },
      ),
    )
}
