import webPush from 'web-push'
import { sql, type Database, type Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { createAlertQueue } from '../alerts/alert-queue.ts'
import { nextLookByClock, type AlertMember } from '../alerts/alert-settings.ts'
import { tellDue } from '../alerts/new-findings.ts'
import { DAY_MS, type Clock, HOUR_MS, MINUTE_MS } from '../../base/clock.ts'
import { enqueueDelivery, type TakenDelivery } from '../../base/deliveries/delivery-queue.ts'
import { findingsPush, type PushContent, payloadOf } from './push-content.ts'
import { addressProblem, type CallRules } from '../../base/called-address.ts'
import { callReceiver, isTaken } from '../../base/deliveries/call-receiver.ts'
import type { Attempt, Channel } from '../../base/deliveries/send-deliveries.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { forgetGone, createSubscriptionsRepository, type PushTarget } from './subscriptions-repository.ts'
import { createVapidKeys, type VapidKeys } from '../../base/installation-keys/vapid-keys.ts'

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

type PushQueueParts = {
  readonly database: Database
  readonly origin: string
  readonly clock: Clock
}

/** Queues pushes for due people. Parallel processes never notify a person twice. */
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

const CALLS_AT_ONCE = 4
const LEASE_MS = 10 * MINUTE_MS
/** Pushes of suspended organisations wait (M-PUSH-5). */
const OF_OPEN_ORGANISATION = sql`NOT EXISTS (
  SELECT FROM push_subscription AS browser JOIN organisation ON organisation.id = organisation_id
  WHERE browser.id = subscription_id AND suspended_at IS NOT NULL)`
/** RFC 8030 section 7.3 (M-PUSH-4). */
const GONE = [404, 410]
const PASSING = [408, 425, 429]

/** https; http only on 127.0.0.1, where calls to this machine are allowed (M-PUSH-6). */
export const endpointProblem = (endpoint: string, { local }: CallRules): string | undefined => {
  const isHere = URL.canParse(endpoint) && new URL(endpoint).hostname === '127.0.0.1'
  return addressProblem(endpoint, { http: local && isHere, local })
}

export type PushChannelOptions = {
  readonly database: Database
  readonly ring: KeyRing
  readonly rules: CallRules
  readonly origin: string
  readonly mailFrom: string
  readonly clock: Clock
}

/** RFC 8292: the pages, or the mailbox without https. */
export const subjectOf = ({ origin, mailFrom }: Pick<PushChannelOptions, 'origin' | 'mailFrom'>): string =>
  origin.startsWith('https://') ? origin : `mailto:${mailFrom}`

const requestOf = (
  push: TakenDelivery,
  target: PushTarget,
  { keys, subject, now }: { keys: VapidKeys; subject: string; now: Date },
) => {
  const { endpoint, p256dh, auth } = target
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadOf(push), {
    vapidDetails: { ...keys, subject },
    contentEncoding: 'aes128gcm',
    TTL: Math.max(0, Math.floor((Date.parse(push.until) - now.getTime()) / 1000)),
    // A push that is sent again takes the place of the one that the browser has not had yet (RFC 8030 section 5.4)
    // (M-PUSH-2).
    topic: push.id.replaceAll('-', ''),
  })
  return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])), body }
}

/** M-PUSH-4 */
export const createPushChannel = (options: PushChannelOptions): Channel => {
  const { database, ring, rules, clock } = options
  const subscriptions = createSubscriptionsRepository(database, ring)
  const vapidKeys = createVapidKeys(database, ring)
  const subject = subjectOf(options)

  const deliver = async (push: TakenDelivery): Promise<Attempt> => {
    const target = await subscriptions.target(push.to)
    if (target === undefined) return { status: 'refused', failure: 'EGONE' }
    if (endpointProblem(target.endpoint, rules) !== undefined) return { status: 'refused', failure: 'EADDRESS' }
    const call = requestOf(push, target, { keys: await vapidKeys(), subject, now: clock() })
    const ended = await callReceiver(target.endpoint, { ...call, local: rules.local })
    if (ended.answer === undefined) return { status: 'deferred', ...ended }
    const { answer, pauseMs } = ended
    if (isTaken(answer)) {
      await subscriptions.sent(push.to, clock())
      return { status: 'sent', answer }
    }
    if (GONE.includes(answer)) await forgetGone(options, push.to)
    const facts = { answer, failure: `EPUSH ${answer}` }
    const isPassing = answer >= 500 || PASSING.includes(answer)
    return isPassing ? { status: 'deferred', ...facts, pauseMs } : { status: 'refused', ...facts }
  }
  return {
    name: 'push',
    isOpen: OF_OPEN_ORGANISATION,
    deliver,
    atOnce: CALLS_AT_ONCE,
    leaseMs: LEASE_MS,
    longestDelayMs: HOUR_MS,
  }
}
