import type { Database } from '@atalaia/database'
import { callForeign, codeOf } from '@atalaia/server'
import { tellDue } from '../alerts/new-findings.ts'
import { addressProblem, type CallRules } from '../../base/called-address.ts'
import { HOUR_MS, type Clock } from '../../base/clock.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { drain, repeat, type Repeated } from '../../base/repeat.ts'
import { createDeliveriesRepository, type Attempt, type TakenDelivery } from './deliveries-repository.ts'
import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER, signatureOf } from './sign-webhook.ts'
import { EVENT_TYPES, findingCalls } from './webhook-body.ts'
import { createWebhookQueue } from './webhook-queue.ts'
import { createWebhooksRepository, type WebhookTarget } from './webhooks-repository.ts'

const LOOK_EVERY_MS = 5000
const TIDY_EVERY_MS = HOUR_MS
/** Time for one call. */
const CALL_LIMIT_MS = 10_000
/** Longer than a call that goes on can take. */
const TAKEN_MS = 60_000
/** Calls at a time, each to another webhook. */
const CALLS_AT_ONCE = 4
const FIRST_DELAY_MS = 30_000
const MAX_DELAY_MS = 2 * HOUR_MS
/** A server that asks for a pause gets it, within bounds (RFC 9110). */
const RETRY_AFTER = /^\d{1,5}$/

export type WebhookParts = {
  readonly database: Database
  /** Signs tokens (`createWebhooksRepository`). */
  readonly ring: KeyRing
  readonly rules: CallRules
  /** The address of the product's pages. */
  readonly origin: string
  readonly clock: Clock
}

/** Queues calls for the webhooks whose organisation has new findings. */
export const queueWebhooks = ({ database, origin, clock }: WebhookParts): Promise<void> =>
  tellDue({
    database,
    clock,
    queueOn: createWebhookQueue,
    enqueue: async (transaction, { taken: { webhookId }, recipient: { template }, told, at }) => {
      const deliveries = createDeliveriesRepository(transaction)
      for (const { kind, body } of findingCalls({ template, origin, at }, told))
        await deliveries.enqueue({ webhookId, kind, at }, body)
    },
    nextLook: () => undefined,
  })

type Answer = Omit<Attempt, 'at'> & { readonly pauseMs?: number }

const pauseIn = (headers: Readonly<Record<string, string>>): number => {
  const asked = headers['retry-after'] ?? ''
  return RETRY_AFTER.test(asked) ? Math.min(Number(asked) * 1000, MAX_DELAY_MS) : 0
}

/** One signed call. Never rejects, and says nothing of the answer but its status (M-HOOK-6). */
const call = async (
  { rules, clock }: WebhookParts,
  { address, secrets }: WebhookTarget,
  { id, kind, body }: TakenDelivery,
): Promise<Answer> => {
  if (addressProblem(address, rules) !== undefined) return { failure: 'EADDRESS' }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Atalaia-Webhooks/1',
    [EVENT_HEADER]: EVENT_TYPES[kind],
    [DELIVERY_HEADER]: id,
    [SIGNATURE_HEADER]: signatureOf(body, secrets, clock()),
  }
  const bounds = { allowed: { origins: [], local: rules.local }, maxBytes: 0, timeoutMs: CALL_LIMIT_MS }
  try {
    const answer = await callForeign(address, { ...bounds, method: 'POST', headers, body, ignoresBody: true })
    return { status: answer.status, pauseMs: pauseIn(answer.headers) }
  } catch (error) {
    const isLate = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)
    return { failure: isLate ? 'ETIMEDOUT' : (codeOf(error) ?? 'EADDRESS') }
  }
}

/** Makes the calls that are due (M-HOOK-3). Several processes may do it at once: each call is made by one. */
export const sendDueWebhooks = async (parts: WebhookParts, signal?: AbortSignal): Promise<void> => {
  const { database, ring, clock } = parts
  const deliveries = createDeliveriesRepository(database)
  const webhooks = createWebhooksRepository(database, ring)
  const after = (ms: number) => new Date(clock().getTime() + ms)
  const send = async (taken: TakenDelivery): Promise<void> => {
    const target = await webhooks.target(taken.webhookId, clock())
    if (target === undefined) return
    const { pauseMs = 0, ...answer } = await call(parts, target, taken)
    const attempt = { ...answer, at: clock() }
    if (answer.status !== undefined && answer.status >= 200 && answer.status <= 299)
      return deliveries.delivered(taken, attempt)
    const delay = Math.min(FIRST_DELAY_MS * 2 ** (taken.attempts - 1), MAX_DELAY_MS)
    await deliveries.failed(taken, attempt, after(Math.max(delay, pauseMs)))
  }
  await drain({ take: () => deliveries.take(clock(), after(TAKEN_MS)), handle: send, atOnce: CALLS_AT_ONCE, signal })
}

export type WebhooksOptions = WebhookParts & {
  /** Called with what went wrong in the database; it is tried again with the next look. */
  readonly onFailure: (error: unknown) => void
}

/** Queues and makes the calls to webhooks, now and every 5 seconds. Closing waits for the calls that are being made. */
export const startWebhooks = ({ onFailure, ...parts }: WebhooksOptions): Repeated => {
  let tidyAt = 0
  const work = async (signal: AbortSignal) => {
    const now = parts.clock()
    if (now.getTime() >= tidyAt) {
      await createDeliveriesRepository(parts.database).tidy(now)
      tidyAt = now.getTime() + TIDY_EVERY_MS
    }
    // What is queued is sent, whatever becomes of looking for more.
    const [queued] = await Promise.allSettled([queueWebhooks(parts)])
    await sendDueWebhooks(parts, signal)
    if (queued.status === 'rejected') throw queued.reason
  }
  return repeat({ everyMs: LOOK_EVERY_MS, work, onFailure })
}
