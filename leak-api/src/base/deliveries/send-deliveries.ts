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

/** Of `DATA_DIR`: mails of `SMTP_URL=file:`. */
export const OUTBOX_FOLDER = 'outbox'

const LOOK_EVERY_MS = 2000
const TIDY_EVERY_MS = HOUR_MS
const KEPT_DAYS = 30
const FIRST_DELAY_MS = 30_000
const LAST_ATTEMPT_MS = MINUTE_MS

export type Attempt = AttemptFacts &
  (
    | { readonly status: 'sent' }
    | { readonly status: 'written'; readonly file: string }
    /** The receiver will never accept it. */
    | { readonly status: 'refused' }
    /** A later attempt may work. `pauseMs`: the receiver's requested pause. */
    | { readonly status: 'deferred'; readonly pauseMs?: number }
    | { readonly status: 'renewed'; readonly afterMs: number }
  )

export type Channel = Receivers & {
  /** Makes one attempt. Never rejects for a delivery to try again. */
  readonly deliver: (taken: TakenDelivery) => Promise<Attempt>
  readonly atOnce: number
  /** Longer than any attempt. */
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
  readonly onAttempt?: (channel: Channel['name'], status: Attempt['status']) => void
}

/**
 * Of processes with one database, one makes each delivery. Failures repeat after 30 s, doubled up
 * to the channel's longest delay, last a minute before the end. A delivery of a dead process
 * repeats after the lease under the same id (M-DELIVERY-1, M-DELIVERY-2).
 */
export type Deliveries = {
  /** Rejects when the database is unreachable. */
  sendDue(): Promise<void>
  /** Looks every 2 s; channels do not wait for each other. */
  start(): void
  /** Waits for running deliveries. */
  close(): Promise<void>
}

export const createDeliveries = ({ database, channels, clock, log, onAttempt }: DeliveriesOptions): Deliveries => {
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
      onAttempt?.(name, attempt.status)
      if (attempt.status === 'renewed') return queue.renew(taken, after(attempt.afterMs))
      const { id, kind, attempts } = taken
      if (attempt.status === 'sent') {
        await queue.end(taken, 'sent', clock(), attempt)
        log.info({ id, kind, attempts }, `${name} sent`)
        return
      }
      if (attempt.status === 'written') {
        await queue.end(taken, 'written', clock(), attempt)
        log.info({ id, kind, attempts, file: attempt.file }, `${name} written to a file`)
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
