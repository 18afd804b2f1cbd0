import { createHmac } from 'node:crypto'
import type { Database } from '@atalaia/database'
import { enum as oneOf, parse } from 'zod/mini'
import { tellDue } from '../alerts/new-findings.ts'
import { addressProblem, type CallRules } from '../../base/called-address.ts'
import { HOUR_MS, MINUTE_MS, type Clock } from '../../base/clock.ts'
import { callReceiver, isTaken } from '../../base/deliveries/call-receiver.ts'
import type { Channel } from '../../base/deliveries/send-deliveries.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { enqueueCall } from './deliveries-repository.ts'
import { CALL_KINDS, EVENT_TYPES, findingCalls } from './webhook-body.ts'
import { createWebhookQueue } from './webhook-queue.ts'
import { createWebhooksRepository, IS_WORKING } from './webhooks-repository.ts'

/** The header with the signature of a call (M-HOOK-2). */
const SIGNATURE_HEADER = 'atalaia-signature'
/** The header with the id of the delivery, which stays the same in each attempt. */
const DELIVERY_HEADER = 'atalaia-delivery'
const EVENT_HEADER = 'atalaia-event'

/**
 * The signature of a body in the form of Stripe's: `t=` and the Unix time of the attempt, and for each secret `v1=` and the
 * HMAC-SHA256 of time, a dot and the body, in hexadecimal digits.
 */
const signatureOf = (body: string, secrets: readonly string[], at: Date): string => {
  const time = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
  )
  return [`t=${time}`, ...signatures].join(',')
}

/** Longer than a call that goes on can take. */
const LEASE_MS = MINUTE_MS
/** Calls at a time, each to another webhook. */
const CALLS_AT_ONCE = 4

export type WebhookParts = {
  readonly database: Database
  /** Signs tokens (`createWebhooksRepository`). */
  readonly ring: KeyRing
  readonly rules: CallRules
  readonly clock: Clock
}

/** Queues calls for the webhooks whose organisation has new findings. */
export const queueWebhooks = ({
  database,
  origin,
  clock,
}: Pick<WebhookParts, 'database' | 'clock'> & { readonly origin: string }): Promise<void> =>
  tellDue({
    database,
    clock,
    queueOn: createWebhookQueue,
    enqueue: async (transaction, { taken: { webhookId }, recipient: { template }, told, at }) => {
      for (const call of findingCalls({ template, origin, at }, told))
        await enqueueCall(transaction, { ...call, webhookId, at })
    },
    nextLook: () => undefined,
  })

/** Makes signed calls, to each webhook one at a time (M-HOOK-3). */
export const createWebhookChannel = ({ database, ring, rules, clock }: WebhookParts): Channel => {
  const webhooks = createWebhooksRepository(database, ring)
  return {
    name: 'webhook',
    isOpen: IS_WORKING,
    turns: { table: 'webhook', key: 'id' },
    deliver: async ({ id, kind, body, to }) => {
      const target = await webhooks.target(to, clock())
      if (target === undefined || addressProblem(target.address, rules) !== undefined)
        return { status: 'deferred', failure: 'EADDRESS' }
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Atalaia-Webhooks/1',
        [EVENT_HEADER]: EVENT_TYPES[parse(oneOf(CALL_KINDS), kind)],
        [DELIVERY_HEADER]: id,
        [SIGNATURE_HEADER]: signatureOf(body, target.secrets, clock()),
      }
      const ended = await callReceiver(target.address, { headers, body, local: rules.local })
      return { status: ended.answer !== undefined && isTaken(ended.answer) ? 'sent' : 'deferred', ...ended }
    },
    atOnce: CALLS_AT_ONCE,
    leaseMs: LEASE_MS,
    longestDelayMs: 2 * HOUR_MS,
  }
}
