import { MINUTE_MS, type Clock } from '../../base/clock.ts'
import { drain, repeat, type Repeated } from '../../base/repeat.ts'
import { checkDomain, type CheckParts } from './check-domain.ts'
import { watchAddresses } from './domain-addresses.ts'
import { createDomainsRepository } from './domains-repository.ts'

const LOOK_EVERY_MS = 20_000
/** Domains of one look, and of those at a time: name servers of somebody's choice may take their time. */
const [DOMAINS_AT_ONCE, CHECKS_AT_ONCE] = [20, 4]
/** After this time the process that took a domain counts as dead. */
const TAKEN_MS = 10 * MINUTE_MS

export type DomainChecksOptions = CheckParts & {
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
