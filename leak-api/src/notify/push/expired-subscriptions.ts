import type { Database } from '@atalaia/database'
import { recordActs, type AuditEntry } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import { createSubscriptionsRepository, type LostBrowser } from './subscriptions-repository.ts'

/**
 * The row in the log of its organisation about a browser that its person has lost without doing anything: `push.gone` by its
 * push service, `push.taken` by another account, which the log of an organisation that it may not be in does not name.
 */
export const lostEntry = (action: 'push.gone' | 'push.taken', lost: LostBrowser, at: Date): AuditEntry => {
  const { id, device: name, accountId: ownerId, organisationId } = lost
  const target = { kind: 'browser', id, name, ownerId } as const
  return { organisationIds: [organisationId], act: { action, actor: { kind: 'system' }, target, at } }
}

type ForgetParts = { readonly database: Database; readonly ring: KeyRing; readonly clock: Clock }

/** Removes a browser that its push service knows no more (RFC 8030 section 7.3), and what waits for it. */
export const forgetGone = ({ database, ring, clock }: ForgetParts, id: string): Promise<void> =>
  database.transaction(async (transaction) => {
    const subscriptions = createSubscriptionsRepository(transaction, ring)
    const organisationId = await subscriptions.organisationOf(id)
    if (organisationId === undefined) return
    await lockOrganisation(transaction, organisationId)
    const lost = await subscriptions.forget(id)
    if (lost) await recordActs(transaction, [lostEntry('push.gone', lost, clock())])
  })
