import type { AuditRow } from '@atalaia/contracts/audit'
import type { Database } from '@atalaia/database'
import { organisationOfAccount } from '../account-organisation.ts'
import { auditLog, createAuditRepository } from './audit-repository.ts'
import { readRow } from './read-row.ts'
import { verifyChain, type ChainReport, type KnownRow } from './verify-chain.ts'

const ROWS_AT_ONCE = 1000

/** The log that is meant: by the number of its organisation, or by an account of it. */
export type NamedLog = { readonly organisation?: string | undefined; readonly account?: string | undefined }

const meantBy = async (database: Database, { organisation, account }: NamedLog): Promise<string | undefined> =>
  account === undefined ? organisation : organisationOfAccount(database, account)

/** Follows the hash chain of one log, or of all, if none is named (P-AUDIT-3). `known` is a row as it was noted elsewhere. */
export const verifyLogs = async (database: Database, log: NamedLog, known?: KnownRow): Promise<ChainReport[]> => {
  const one = await meantBy(database, log)
  const reports = []
  for (const id of one === undefined ? await createAuditRepository(database).organisations() : [one])
    reports.push(await verifyChain(database, id, known))
  return reports
}

/** The rows of a log, the oldest first, some at a time. Throws when the organisation has no log. */
export async function* readLog(database: Database, log: NamedLog): AsyncGenerator<readonly AuditRow[]> {
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
