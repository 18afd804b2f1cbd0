import { runAnalysis } from '../analysis/run-analysis.ts'
import type { Database } from '@atalaia/database'
import {
  countMonitored,
  insertMonitored,
  isMonitored,
  lockOrganisation,
  type NewMonitored,
} from './monitored-repository.ts'

/** Addresses that one organisation may monitor. */
export const MAX_ADDRESSES = 5000

export type AddOutcome = 'added' | 'already-there' | 'limit-reached'

/** Monitors an address (trimmed, in lower case) from now on, and counts what is known of it already. */
export const addAddress = (database: Database, added: NewMonitored, limit: number): Promise<AddOutcome> =>
  database.transaction(async (transaction) => {
    await lockOrganisation(transaction, added.organisationId)
    if (await isMonitored(transaction, added)) return 'already-there'
    if ((await countMonitored(transaction, added.organisationId)) >= limit) return 'limit-reached'
    await insertMonitored(transaction, added)
    await runAnalysis(transaction, added)
    return 'added'
  })
