import type { Database } from '@atalaia/database'
import { lockOrganisation } from '../accounts/accounts-repository.ts'
import { createAnalysisRepository } from '../numbers/analysis-repository.ts'
import { createMonitoredRepository, type NewMonitored } from './monitored-repository.ts'

/** Addresses that one organisation may monitor. */
export const MAX_ADDRESSES = 5000

export type AddOutcome = 'added' | 'already-there' | 'limit-reached'

/** Monitors an address (trimmed, in lower case) from now on, and counts the leaks that are known of it already. */
export const addAddress = (database: Database, added: NewMonitored, limit: number): Promise<AddOutcome> =>
  database.transaction(async (transaction) => {
    const { organisationId, address, at } = added
    const monitored = createMonitoredRepository(transaction)
    await lockOrganisation(transaction, organisationId)
    if (await monitored.has(organisationId, address)) return 'already-there'
    if ((await monitored.count(organisationId)) >= limit) return 'limit-reached'
    await monitored.insert(added)
    await createAnalysisRepository(transaction).record({ at, addition: { organisationId, address } })
    return 'added'
  })
