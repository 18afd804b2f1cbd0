import { ADVISORY_LOCKS, type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { Clock } from '../base/clock.ts'
import { createAnalysisRepository } from './analysis-repository.ts'
import { COUNTING } from './counting-lock.ts'

const ORGANISATIONS_AT_ONCE = 50
const WORKERS = 3

export type Renewal = { readonly done: number; readonly total: number }

export type RenewOptions = {
  readonly database: Database
  readonly clock: Clock
  readonly importId: string
  /** Called before the first transaction and after each. */
  readonly onProgress?: ((renewal: Renewal) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Each batch is a transaction with runs and reports (M-NUM-6). The next call continues after a
 * break. `false`: `signal` stopped it.
 */
export const renewNumbers = async ({
  database,
  clock,
  importId,
  onProgress,
  signal,
}: RenewOptions): Promise<boolean> => {
  const total = await createAnalysisRepository(database).pendingOrganisations(importId)
  if (total === 0) return true
  let done = 0
  // An organisation with 100,000 addresses takes half a minute before it is done.
  onProgress?.({ done, total })
  const renewAll = async (waits: boolean): Promise<boolean> => {
    for (;;) {
      if (signal?.aborted === true) return false
      const taken = await database.transaction(
        (transaction) =>
          createAnalysisRepository(transaction).recordImport({
            importId,
            at: clock(),
            atMost: ORGANISATIONS_AT_ONCE,
            waits,
          }),
        COUNTING,
      )
      if (taken === 0) return true
      done = Math.min(done + taken, total)
      onProgress?.({ done, total })
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, () => renewAll(false)))
  // Those that somebody else held.
  return renewAll(true)
}

/** A running import holds the lock. Imports under removal keep their old numbers (M-IMPORT-12). */
const abandoned = (
  imports: number,
) => sql`SELECT DISTINCT import_id::text AS id FROM pending_analysis JOIN import ON import.id = import_id
  WHERE NOT removing AND NOT EXISTS (SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 0 AND objid = ${imports}::int::oid AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`

/** Continues unfinished renewals, unless an import runs (M-IMPORT-7). */
export const resumeRenewals = async ({ database, clock, signal }: Omit<RenewOptions, 'importId'>): Promise<void> => {
  const imports = await database.query(object({ id: string() }), abandoned(ADVISORY_LOCKS.imports))
  for (const { id } of imports) await renewNumbers({ database, clock, importId: id, signal })
}
