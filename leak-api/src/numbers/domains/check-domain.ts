import type { Database } from '@atalaia/database'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import { unwatchAddresses } from './domain-addresses.ts'
import { COUNTING } from '../counting-lock.ts'
import type { FindProof } from './domain-proof.ts'
import { afterCheck } from './domain-state.ts'
import { createDomainsRepository, type WatchedDomain } from './domains-repository.ts'
import { queueProofMails } from './queue-proof-mails.ts'

export type CheckParts = {
  readonly database: Database
  readonly findProof: FindProof
  /** True where addresses are watched only with their owner's yes (M-OWN-1). */
  readonly isOwnershipChecked: boolean
  /** The address of the product's pages. */
  readonly origin: string
}

/**
 * Looks for the proof of a domain, tells people of one that is missing or lost, and ends the watch of its addresses when it was
 * lost. Gives the domain as it is then, whose addresses the caller watches where it is proved; `undefined` when it was removed
 * meanwhile.
 */
export const checkDomain = async (
  { database, findProof, isOwnershipChecked, origin }: CheckParts,
  checked: WatchedDomain,
  at: Date,
): Promise<WatchedDomain | undefined> => {
  const { organisationId, domain } = checked
  const outcome = await findProof(domain, checked.token)
  return database.transaction(async (transaction) => {
    await lockOrganisation(transaction, organisationId)
    const domains = createDomainsRepository(transaction)
    // Somebody may have removed it, or removed and added it, while the name servers were asked.
    const before = await domains.find(organisationId, domain)
    if (before?.token !== checked.token) return undefined
    // One that began later knows more.
    if (before.checkedAt !== null && before.checkedAt > at) return before
    const checkedNow = { ...before, ...afterCheck(before, outcome, at), checkedAt: at }
    const after = { ...checkedNow, told: await queueProofMails(transaction, { watched: checkedNow, origin, at }) }
    await domains.write(before.id, after, at)
    if (before.provedAt !== null && after.provedAt === null)
      await unwatchAddresses(transaction, {
        organisationId,
        domain,
        at,
        waiting: isOwnershipChecked ? 'added' : 'none',
      })
    if ((before.provedAt === null) !== (after.provedAt === null))
      await recordAudit(transaction, {
        organisationId,
        action: after.provedAt === null ? 'domain.lost' : 'domain.proved',
        // Name servers decide, whoever has asked.
        actor: { kind: 'system' },
        at,
        target: { kind: 'domain', id: before.id, name: domain },
        after: after.provedAt === null ? { fault: after.fault } : { by: after.provedBy },
      })
    return after
  }, COUNTING)
}
