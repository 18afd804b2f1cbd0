import type { Database } from '@atalaia/database'
import { messageOf } from '@atalaia/server'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../clock.ts'
import { drain, repeat, type Repeated } from '../repeat.ts'
import {
  createDeliveryQueue,
  tidyDeliveries,
  type AttemptFacts,
  type Receivers,
  type TakenDelivery,
} from './delivery-queue.ts'

const LOOK_EVERY_MS = 2000
const TIDY_EVERY_MS = HOUR_MS
const KEPT_DAYS = 30
const FIRST_DELAY_MS = 30_000
/** The last attempt is made so long before a delivery expires. */
const LAST_ATTEMPT_MS = MINUTE_MS

/** The end of an attempt. */
export type Attempt = AttemptFacts &
  (
    | { readonly status: 'sent' }
    /** This delivery will never be taken. */
    | { readonly status: 'refused' }
    /** It may be taken later. `pauseMs`: the pause that the receiver asks for. */
    | { readonly status: 'deferred'; readonly pauseMs?: number }
    /** A delivery that never ends was made, or had nothing to bring. */
    | { readonly status: 'renewed'; readonly afterMs: number }
  )

/** A way by which something is sent. */
export type Channel = Receivers & {
  /** Makes one attempt. Never rejects for a delivery that is to be tried again. */
  readonly deliver: (taken: TakenDelivery) => Promise<Attempt>
  /** Deliveries that are made at a time. */
  readonly atOnce: number
  /** Longer than any attempt takes. After it, another process repeats the delivery. */
  readonly leaseMs: number
  readonly longestDelayMs: number
  readonly close?: () => void
}

export type DeliveryLog = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

export type DeliveriesOptions = {
  readonly database: Database
  readonly channels: readonly Channel[]
  readonly clock: Clock
  readonly log: DeliveryLog
}

/**
 * Makes the deliveries of all channels. Several processes may share one database: one of them makes each delivery. A failed
 * delivery is tried again after 30 s. The delay doubles up to the channel's longest, and the last attempt is a minute before the
 * end. If a process dies after the receiver's answer, another one repeats the delivery under the same id, after the lease
 * (M-DELIVERY-1, M-DELIVERY-2).
 */
export type Deliveries = {
  /** Makes what is due now. Rejects when the database cannot be reached. */
  sendDue(): Promise<void>
  /** Looks for deliveries every 2 s from now on; no channel waits for another. */
  start(): void
  /** Waits for the deliveries that are being made. */
  close(): Promise<void>
}

export const createDeliveries = ({ database, channels, clock, log }: DeliveriesOptions): Deliveries => {
  const after = (milliseconds: number) => new Date(clock().getTime() + milliseconds)

  const sendOf = (channel: Channel, signal?: AbortSignal): Promise<void> => {
    const { name, deliver, atOnce, leaseMs, longestDelayMs } = channel
    const queue = createDeliveryQueue(database, channel)
    const putOff = async (taken: TakenDelivery, attempt: Attempt & { readonly status: 'deferred' }) => {
      const lastAt = Date.parse(taken.until) - LAST_ATTEMPT_MS
      if (clock().getTime() >= lastAt) return queue.end(taken, 'expired', clock(), attempt)
      const delay = Math.max(FIRST_DELAY_MS * 2 ** (taken.attempts - 1), attempt.pauseMs ?? 0)
      const due = after(Math.min(delay, longestDelayMs)).getTime()
      return queue.defer(taken, new Date(Math.min(due, lastAt)), attempt)
    }
    const send = async (taken: TakenDelivery): Promise<void> => {
      const attempt = await deliver(taken)
      if (attempt.status === 'renewed') return queue.renew(taken, after(attempt.afterMs))
      const { id, kind, attempts } = taken
      if (attempt.status === 'sent') {
        await queue.end(taken, 'sent', clock(), attempt)
        log.info({ id, kind, attempts }, `${name} sent`)
        return
      }
      const { status, answer, failure } = attempt
      if (status === 'refused') await queue.end(taken, 'refused', clock(), attempt)
      else await putOff(taken, attempt)
      log.warn({ id, kind, attempts, answer, failure }, `${name} ${status === 'refused' ? 'refused' : 'not sent yet'}`)
    }
    return drain({ take: () => queue.take(clock(), after(leaseMs)), handle: send, atOnce, signal })
  }

  const tidy = async () => {
    const expired = await tidyDeliveries(database, clock(), after(-KEPT_DAYS * DAY_MS))
    if (expired > 0) log.warn({ expired }, 'deliveries expired unsent')
  }

  const again = (what: string, everyMs: number, work: (signal: AbortSignal) => Promise<void>) =>
    repeat({ everyMs, work, onFailure: (error) => log.warn({ reason: messageOf(error) }, `${what} is not looked for`) })
  let repeated: readonly Repeated[] = []
  return {
    sendDue: async () => {
      await tidy()
      for (const channel of channels) await sendOf(channel)
    },
    start: () => {
      repeated = [
        again('what has expired', TIDY_EVERY_MS, tidy),
        ...channels.map((channel) => again(channel.name, LOOK_EVERY_MS, (signal) => sendOf(channel, signal))),
      ]
    },
    close: async () => {
      await Promise.all(repeated.map((each) => each.close()))
      for (const { close } of channels) close?.()
    },
  }
}
