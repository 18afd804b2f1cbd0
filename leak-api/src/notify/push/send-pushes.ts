import { sql, type Database } from '@atalaia/database'
import webPush from 'web-push'
import { addressProblem, type CallRules } from '../../base/called-address.ts'
import { HOUR_MS, MINUTE_MS, type Clock } from '../../base/clock.ts'
import { callReceiver, isTaken } from '../../base/deliveries/call-receiver.ts'
import type { TakenDelivery } from '../../base/deliveries/delivery-queue.ts'
import type { Attempt, Channel } from '../../base/deliveries/send-deliveries.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { forgetGone, createSubscriptionsRepository, type PushTarget } from './subscriptions-repository.ts'
import { payloadOf } from './push-content.ts'
import { createVapidKeys, type VapidKeys } from '../../base/installation-keys/vapid-keys.ts'

/** Calls at a time. */
const CALLS_AT_ONCE = 4
const LEASE_MS = 10 * MINUTE_MS
/** Pushes of an organisation that the operator has suspended wait (M-PUSH-5). */
const OF_OPEN_ORGANISATION = sql`NOT EXISTS (
  SELECT FROM push_subscription AS browser JOIN organisation ON organisation.id = organisation_id
  WHERE browser.id = subscription_id AND suspended_at IS NOT NULL)`
/** The push service knows the browser no more (RFC 8030 section 7.3, M-PUSH-4). */
const GONE = [404, 410]
/** Answers to a push that may be taken later. */
const PASSING = [408, 425, 429]

/**
 * The reason why the address of a push service is not called: it has to be https, and http on 127.0.0.1 alone, where
 * this machine may be called (M-PUSH-6).
 */
export const endpointProblem = (endpoint: string, { local }: CallRules): string | undefined => {
  const isHere = URL.canParse(endpoint) && new URL(endpoint).hostname === '127.0.0.1'
  return addressProblem(endpoint, { http: local && isHere, local })
}

export type PushChannelOptions = {
  readonly database: Database
  /** Signs tokens (`createSubscriptionsRepository`). */
  readonly ring: KeyRing
  readonly rules: CallRules
  /** The address of the product's pages. */
  readonly origin: string
  /** The address that mails are from. */
  readonly mailFrom: string
  readonly clock: Clock
}

/** The contact that push services have for this installation (RFC 8292): its pages, or its mailbox where these have no https. */
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

/** Sends pushes to the services of browsers (M-PUSH-4). */
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
