import type { Database } from '@atalaia/database'
import { createPortalLog, type PortalActor } from '../../base/access/portal-log.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { auditedAddresses } from '../../base/audit/audited-addresses.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { limitOf } from '../../base/limits/limits-repository.ts'
import { createAnalysisRepository } from '../analysis-repository.ts'
import { createMonitoredRepository, type NewMonitored } from './monitored-repository.ts'

/** The operator may set another limit (P-EMAIL-12). */
export const MAX_ADDRESSES = 5000

/** `by`: the portal whose token adds the address. */
export type Addition = Omit<NewMonitored, 'watched'> & {
  readonly by?: PortalActor | undefined
  /** For the audit log. Default: the product itself. */
  readonly actor?: AuditActor
  /** True: watches only after the domain's proof (M-OWN-1). Default: false. */
  readonly isOwnershipChecked?: boolean
}

/** `already-there`: letter case is ignored (P-EMAIL-10). */
export type AddOutcome = 'added' | 'already-there' | 'limit-reached'

/** Trims and lowers the address, and counts its known leaks (M-NUM-5). */
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
