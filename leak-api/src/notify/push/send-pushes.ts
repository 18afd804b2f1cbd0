import type { Database } from '@atalaia/database'
import { callForeign, codeOf } from '@atalaia/server'
import webPush from 'web-push'
import { addressProblem, type CallRules } from '../../base/called-address.ts'
import type { Clock } from '../../base/clock.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import type { TakenMail } from '../../base/mail/mail-repository.ts'
import type { Delivery } from '../../base/mail/mail-transport.ts'
import { createQueueSender, type MailLog, type QueueSender } from '../../base/mail/queue-sender.ts'
import { forgetGone } from './expired-subscriptions.ts'
import { payloadOf } from './push-content.ts'
import { createSubscriptionsRepository, type PushTarget } from './subscriptions-repository.ts'
import { createVapidKeys, type VapidKeys } from '../../base/installation-keys/vapid-keys.ts'

/** Time for one call. */
const CALL_LIMIT_MS = 10_000
/** Calls at a time. */
const CALLS_AT_ONCE = 4
/** A push service that asks for a pause gets it, within bounds (RFC 9110). */
const RETRY_AFTER = /^\d{1,5}$/
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

export type PusherOptions = {
  readonly database: Database
  /** Signs tokens (`createSubscriptionsRepository`). */
  readonly ring: KeyRing
  readonly rules: CallRules
  /** The address of the product's pages. */
  readonly origin: string
  /** The address that mails are from. */
  readonly mailFrom: string
  readonly clock: Clock
  readonly log: MailLog
}

/** The contact that push services have for this installation (RFC 8292): its pages, or its mailbox where these have no https. */
export const subjectOf = ({ origin, mailFrom }: Pick<PusherOptions, 'origin' | 'mailFrom'>): string =>
  origin.startsWith('https://') ? origin : `mailto:${mailFrom}`

const requestOf = (
  mail: TakenMail,
  target: PushTarget,
  { keys, subject, now }: { keys: VapidKeys; subject: string; now: Date },
) => {
  const { endpoint, p256dh, auth } = target
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadOf(mail), {
    vapidDetails: { ...keys, subject },
    contentEncoding: 'aes128gcm',
    TTL: Math.max(0, Math.floor((Date.parse(mail.until) - now.getTime()) / 1000)),
    // A push that is sent again takes the place of the one that the browser has not had yet (RFC 8030 section 5.4)
    // (M-PUSH-2).
    topic: mail.id.replaceAll('-', ''),
  })
}

/** Sends the pushes of the queue. Several processes may do it at once: each push is sent by one. */
export const createPusher = (options: PusherOptions): QueueSender => {
  const { database, ring, rules, clock, log } = options
  const subscriptions = createSubscriptionsRepository(database, ring)
  const vapidKeys = createVapidKeys(database, ring)
  const subject = subjectOf(options)

  const call = async (mail: TakenMail, target: PushTarget): Promise<{ status: number; pauseMs: number }> => {
    const { method, headers, body } = requestOf(mail, target, { keys: await vapidKeys(), subject, now: clock() })
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
    const answer = await callForeign(target.endpoint, {
      allowed: { origins: [], local: rules.local },
      maxBytes: 0,
      timeoutMs: CALL_LIMIT_MS,
      method,
      headers: Object.fromEntries(texts),
      body,
      ignoresBody: true,
    })
    const asked = answer.headers['retry-after'] ?? ''
    return { status: answer.status, pauseMs: RETRY_AFTER.test(asked) ? Number(asked) * 1000 : 0 }
  }

  const deliver = async (mail: TakenMail): Promise<Delivery> => {
    const target = await subscriptions.target(mail.to)
    if (target === undefined) return { status: 'refused', failure: 'EGONE' }
    if (endpointProblem(target.endpoint, rules) !== undefined) return { status: 'refused', failure: 'EADDRESS' }
    try {
      const { status, pauseMs } = await call(mail, target)
      if (status >= 200 && status <= 299) {
        await subscriptions.sent(mail.to, clock())
        return { status: 'sent' }
      }
      if (GONE.includes(status)) await forgetGone(options, mail.to)
      const isPassing = status >= 500 || PASSING.includes(status)
      const failure = `EPUSH ${status}`
      return isPassing ? { status: 'deferred', failure, pauseMs } : { status: 'refused', failure }
    } catch (error) {
      const isLate = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)
      return { status: 'deferred', failure: isLate ? 'ETIMEDOUT' : (codeOf(error) ?? 'EADDRESS') }
    }
  }
  return createQueueSender({ database, channel: 'push', deliver, by: 'web-push', atOnce: CALLS_AT_ONCE, clock, log })
}
