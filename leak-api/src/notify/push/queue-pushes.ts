import type { Database, Queryable } from '@atalaia/database'
import { createAlertQueue } from '../alerts/alert-queue.ts'
import { nextLookByClock, type AlertMember } from '../alerts/alert-settings.ts'
import { tellDue } from '../alerts/new-findings.ts'
import { HOUR_MS, type Clock } from '../../base/clock.ts'
import { findingsPush, type PushContent } from './push-content.ts'

/** A push is tried, and kept by its service for a browser that is switched off, for so long (M-PUSH-4). */
const TRIED_HOURS = 24

type NewPush = AlertMember & {
  readonly kind: 'push-alert' | 'push-test'
  readonly content: PushContent
  readonly at: Date
  /** One browser of the person's. Default: all. */
  readonly browser?: string
}

/**
 * Puts a push for the browsers of a person into the queue of mails, in the transaction of the caller (M-PUSH-2). Gives
 * their number.
 */
export const enqueuePush = (database: Queryable, push: NewPush): Promise<number> => {
  const { accountId, organisationId, kind, content, at, browser } = push
  return database.execute(
    `INSERT INTO mail (kind, subscription_id, subject, body, added_at, due_at, expires_at)
     SELECT $3, id, $4, $5, $6, $6, $7 FROM push_subscription
     WHERE account_id = $1::uuid AND organisation_id = $2 AND ($8::uuid IS NULL OR id = $8::uuid)`,
    [
      accountId,
      organisationId,
      kind,
      content.title,
      JSON.stringify(content),
      at.toISOString(),
      new Date(at.getTime() + TRIED_HOURS * HOUR_MS).toISOString(),
      browser ?? null,
    ],
  )
}

export type PushQueueParts = {
  readonly database: Database
  /** The address of the product's pages. */
  readonly origin: string
  readonly clock: Clock
}

/** Queues pushes for the people who are due. Several processes may do it at once: each person is told by one. */
export const queuePushes = ({ database, origin, clock }: PushQueueParts): Promise<void> =>
  tellDue({
    database,
    clock,
    queueOn: (on) => createAlertQueue(on, 'push'),
    enqueue: (transaction, { taken: { accountId, organisationId }, recipient: { organisation }, told, at }) => {
      const content = findingsPush(told, origin, organisation)
      return enqueuePush(transaction, { accountId, organisationId, kind: 'push-alert', content, at })
    },
    nextLook: (recipient, at) => nextLookByClock(recipient, at),
  })
