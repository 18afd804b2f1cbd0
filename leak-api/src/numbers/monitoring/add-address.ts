import type { Database } from '@atalaia/database'
import { createPortalLog, type PortalActor } from '../../base/access/portal-log.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { auditedAddresses } from '../../base/audit/audited-addresses.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { limitOf } from '../../base/limits/limits-repository.ts'
import { createAnalysisRepository } from '../analysis-repository.ts'
import { createMonitoredRepository, type NewMonitored } from './monitored-repository.ts'

/** Addresses that one organisation may monitor, unless the operator has set another number (P-EMAIL-12). */
export const MAX_ADDRESSES = 5000

/** `by` is the portal whose token adds the address; without it nobody's who is named in the log. */
export type Addition = Omit<NewMonitored, 'watched'> & {
  readonly by?: PortalActor | undefined
  /** For the audit log. Default: the product itself. */
  readonly actor?: AuditActor
  /** True where the address is watched only once its domain is proved (M-OWN-1). Default: false. */
  readonly isOwnershipChecked?: boolean
}

/** `already-there`: in whatever case its letters are (P-EMAIL-10). */
export type AddOutcome = 'added' | 'already-there' | 'limit-reached'

/**
 * Monitors an address (trimmed, in lower case) from now on, and counts the leaks that are known of it already
 * (M-NUM-5).
 */
export const addAddress = (database: Database, added: Addition, limit: number): Promise<AddOutcome> =>
  database.transaction(async (transaction) => {
    const { organisationId, address, at, by, actor = { kind: 'system' }, isOwnershipChecked = false } = added
    const monitored = createMonitoredRepository(transaction)
    await lockOrganisation(transaction, organisationId)
    if (await monitored.has(organisationId, address)) return 'already-there'
    if ((await monitored.count(organisationId)) >= (await limitOf(transaction, organisationId, 'enderecos', limit)))
      return 'limit-reached'
    const watched = !isOwnershipChecked || (await monitored.isProved(organisationId, address))
    await monitored.insert({ organisationId, address, at, watched })
    await createAnalysisRepository(transaction).recordAdditions({ organisationId, addresses: [address], at })
    if (by) await createPortalLog(transaction).record({ actor: by, action: 'email-added', detail: address, at })
    await recordAudit(transaction, {
      organisationId,
      action: 'addresses.added',
      actor,
      at,
      ...auditedAddresses([address]),
    })
    return 'added'
  })
