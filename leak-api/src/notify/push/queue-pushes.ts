import { sql, type Database, type Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { createAlertQueue } from '../alerts/alert-queue.ts'
import { nextLookByClock, type AlertMember } from '../alerts/alert-settings.ts'
import { tellDue } from '../alerts/new-findings.ts'
import { DAY_MS, type Clock } from '../../base/clock.ts'
import { enqueueDelivery } from '../../base/deliveries/delivery-queue.ts'
import { findingsPush, type PushContent } from './push-content.ts'

/** A push is tried, and kept by its service for a browser that is switched off, for so long (M-PUSH-4). */
const TRIED_MS = DAY_MS

type NewPush = AlertMember & {
  readonly kind: 'push-alert' | 'push-test'
  readonly content: PushContent
  readonly at: Date
  /** One browser of the person's. Default: all. */
  readonly browser?: string
}

/** Queues a push for the browsers of a person, in the transaction of the caller (M-PUSH-2). Gives their number. */
export const enqueuePush = async (database: Queryable, push: NewPush): Promise<number> => {
  const { accountId, organisationId, kind, content, at, browser } = push
  const browsers = await database.query(
    object({ id: string() }),
    sql`SELECT id::text FROM push_subscription
      WHERE account_id = ${accountId}::uuid AND organisation_id = ${organisationId}
        AND (${browser === undefined} OR id = ${browser ?? null}::uuid)`,
  )
  const until = new Date(at.getTime() + TRIED_MS)
  const message = { channel: 'push', kind, subject: content.title, body: JSON.stringify(content), at, until } as const
  for (const { id } of browsers) await enqueueDelivery(database, { ...message, to: id })
  return browsers.length
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
