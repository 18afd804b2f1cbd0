import type { RateLimits, Refusal } from '@atalaia/server'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { recordAudit, type AuditActor } from '../../base/audit/record-audit.ts'
import { HOUR_MS, type Clock } from '../../base/clock.ts'
import { checkDomain, type CheckParts } from './check-domain.ts'
import { proofText, type FindProof } from './domain-proof.ts'
import { beginToWatch } from './domain-addresses.ts'
import { createDomainsRepository, type WatchedDomain } from './domains-repository.ts'
import { createMailboxOrders, type MailboxOrders } from './mailbox-orders.ts'

type Outside = <Value>(work: () => Promise<Value>) => Promise<Value>

export type Checked =
  | { readonly status: 'checked'; readonly domain: WatchedDomain }
  | { readonly status: 'unknown' }
  | { readonly status: 'put-off'; readonly refusal: Refusal }

/** Domains are in their normal spelling. */
export type DomainOrders = {
  name(organisationId: string, domain: string, actor: AuditActor): Promise<WatchedDomain | 'limit-reached'>
  /** 60 times an hour: this queries foreign name servers and a website. */
  check(organisationId: string, domain: string, outside: Outside): Promise<Checked>
  textOf(domain: WatchedDomain): string
  readonly mailboxes: MailboxOrders
}

const CHECKS_PER_HOUR = 60

export type OrderParts = CheckParts & { readonly limits: RateLimits; readonly clock: Clock }

export const createDomainOrders = ({ limits, clock, ...parts }: OrderParts): DomainOrders => {
  const { database } = parts
  const checks = limits.window({ name: 'domain-checks', points: CHECKS_PER_HOUR, windowMs: HOUR_MS })
  return {
    name: (organisationId, domain, actor) =>
      database.transaction(async (transaction) => {
        await lockOrganisation(transaction, organisationId)
        const [domains, at] = [createDomainsRepository(transaction), clock()]
        const known = await domains.find(organisationId, domain)
        if (known !== undefined) return known
        const added = await domains.add({ organisationId, domain, at })
        if (added === 'limit-reached') return added
        const target = { kind: 'domain', id: added.id, name: domain } as const
        await recordAudit(transaction, { organisationId, action: 'domain.named', actor, at, target })
        return added
      }),
    check: async (organisationId, domain, outside) => {
      const allowed = await checks.consume(organisationId)
      if (!allowed.ok) return { status: 'put-off', refusal: allowed }
      const named = await createDomainsRepository(database).find(organisationId, domain)
      const findProof: FindProof = (...asked) => outside(() => parts.findProof(...asked))
      const at = clock()
      const checked = named && (await checkDomain({ ...parts, findProof }, named, at))
      if (checked?.provedAt) await beginToWatch(database, { organisationId, domain, at })
      return checked === undefined ? { status: 'unknown' } : { status: 'checked', domain: checked }
    },
    textOf: ({ token }) => proofText(token),
    mailboxes: createMailboxOrders({ database, limits, clock }),
  }
}
