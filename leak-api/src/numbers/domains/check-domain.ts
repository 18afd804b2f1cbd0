import type { Database } from '@atalaia/database'
import { MINUTE_MS, type Clock } from '../../base/clock.ts'
import { drain, repeat, type Repeated } from '../../base/repeat.ts'
import { watchAddresses, unwatchAddresses } from './domain-addresses.ts'
import { createDomainsRepository, type WatchedDomain } from './domains-repository.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import { COUNTING } from '../counting-lock.ts'
import type { FindProof } from './domain-proof.ts'
import { afterCheck } from './domain-state.ts'
import { queueProofMails } from './queue-proof-mails.ts'

const LOOK_EVERY_MS = 20_000
/** Domains of one look, and of those at a time: name servers of somebody's choice may take their time. */
const [DOMAINS_AT_ONCE, CHECKS_AT_ONCE] = [20, 4]
/** After this time the process that took a domain counts as dead. */
const TAKEN_MS = 10 * MINUTE_MS

type DomainChecksOptions = CheckParts & {
  readonly clock: Clock
  /** Called with what went wrong; it is tried again with the next look. */
  readonly onFailure: (error: unknown) => void
}

/** Checks the domains that are due; organisations take turns, however many of theirs are. Several processes may do it at once: each domain is checked by one. */
export const checkDueDomains = async ({ clock, ...parts }: CheckParts & { readonly clock: Clock }): Promise<void> => {
  const at = clock()
  const domains = createDomainsRepository(parts.database)
  const due = await domains.takeDue(at, new Date(at.getTime() + TAKEN_MS), DOMAINS_AT_ONCE)
  await drain({
    take: async () => due.shift(),
    handle: async (next) => {
      const checked = await checkDomain(parts, next, clock())
      if (checked?.provedAt) await watchAddresses(parts.database, { ...checked, at: clock() })
    },
    atOnce: CHECKS_AT_ONCE,
  })
}

/** Looks for domains that are due, now and every 20 seconds. */
export const startDomainChecks = ({ onFailure, ...parts }: DomainChecksOptions): Repeated =>
  repeat({ everyMs: LOOK_EVERY_MS, work: () => checkDueDomains(parts), onFailure })

export type CheckParts = {
  readonly database: Database
  readonly findProof: FindProof
  /** M-OWN-1 */
  readonly isOwnershipChecked: boolean
  readonly origin: string
}

/**
 * Informs people of a missing or lost proof. The caller watches a proved domain's addresses.
 * `undefined`: removed meanwhile.
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
