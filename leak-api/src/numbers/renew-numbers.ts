import type { Database } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { Clock } from '../clock.ts'
import { createAnalysisRepository } from './analysis-repository.ts'
import { COUNTING } from './counting-lock.ts'

/** Organisations of one transaction, which holds back additions of theirs meanwhile. */
const ORGANISATIONS_AT_ONCE = 50
/** Transactions at the same time. */
const WORKERS = 3

export type Renewal = { readonly done: number; readonly total: number }

export type RenewOptions = {
  readonly database: Database
  readonly clock: Clock
  readonly importId: string
  /** Called before the first transaction and after each. */
  readonly onProgress?: ((renewal: Renewal) => void) | undefined
}

/**
 * Renews the numbers of the organisations that monitor an address of an import, and of no other; some at a time, each
 * in a transaction with its analysis run and its reports (M-NUM-6). What was cut off is gone on with by the next call.
 */
export const renewNumbers = async ({ database, clock, importId, onProgress }: RenewOptions): Promise<void> => {
  const total = await createAnalysisRepository(database).pendingOrganisations(importId)
  if (total === 0) return
  let done = 0
  // An organisation with 100,000 addresses takes a minute or two before it is done.
  onProgress?.({ done, total })
  const renewAll = async (waits: boolean): Promise<void> => {
    for (;;) {
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
      if (taken === 0) return
      done = Math.min(done + taken, total)
      onProgress?.({ done, total })
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, () => renewAll(false)))
  // Those that somebody else held.
  await renewAll(true)
}

/** Imports that were finished long ago by other processes, or cut off, and whose numbers nobody renews. */
const ABANDONED = `SELECT DISTINCT import_id::text AS id FROM pending_analysis JOIN import ON import.id = import_id
  WHERE coalesce(finished_at, started_at + interval '1 day') < now() - interval '10 minutes'`

/** Goes on with the imports whose numbers were not renewed to the end. */
export const resumeRenewals = async (database: Database, clock: Clock): Promise<void> => {
  const imports = await database.query(object({ id: string() }), ABANDONED)
  for (const { id } of imports) await renewNumbers({ database, clock, importId: id })
}
