import type { Database } from '@atalaia/database'
import { messageOf } from '@atalaia/server'
import { DAY_MS, HOUR_MS, type Clock } from '../clock.ts'
import { drain, repeat, type Repeated } from '../repeat.ts'
import { createMailRepository, type MailChannel, type TakenMail } from './mail-repository.ts'
import { SEND_TIMEOUT_MS, type Delivery } from './mail-transport.ts'

const LOOK_EVERY_MS = 2000
const TIDY_EVERY_MS = HOUR_MS
const KEPT_DAYS = 30
/** Longer than a sender that lives can take: the next one would send the mail a second time. */
const TAKEN_FOR_MS = 5 * SEND_TIMEOUT_MS
const FIRST_DELAY_MS = 30_000
const MAX_DELAY_MS = HOUR_MS

export type MailLog = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

export type QueueSenderOptions = {
  readonly database: Database
  readonly channel: MailChannel
  /** Never rejects for a message that is to be tried again. */
  readonly deliver: (mail: TakenMail) => Promise<Delivery>
  /** Names the way in logs. */
  readonly by: string
  /** Messages that are sent at a time. */
  readonly atOnce: number
  readonly clock: Clock
  readonly log: MailLog
}

/**
 * Sends the messages of one channel of the queue, oldest first. Several processes may do it on one database: each
 * message is taken by one of them. One that fails is tried again after 30 s, twice as long after each further failure
 * up to an hour, until it expires; one that is refused for good is given up (M-MAIL-2). A process that dies between the
 * server's yes and the database's leaves a message that is sent a second time ten minutes later, under the same id
 * (M-MAIL-1).
 */
export type QueueSender = {
  /** Sends what is due now. Rejects when the database cannot be reached. */
  sendDue(): Promise<void>
  /** Looks for messages every 2 s from now on. */
  start(): void
  /** Waits for the messages that are being sent. */
  close(): Promise<void>
}

const NAMES: Readonly<Record<MailChannel, string>> = { email: 'mail', push: 'push' }

export const createQueueSender = (options: QueueSenderOptions): QueueSender => {
  const { database, channel, deliver, by, atOnce, clock, log } = options
  const name = NAMES[channel]
  const queue = createMailRepository(database, channel)
  const after = (milliseconds: number) => new Date(clock().getTime() + milliseconds)

  const send = async (mail: TakenMail): Promise<void> => {
    const delivery = await deliver(mail)
    const { id, kind, attempts } = mail
    if (delivery.status === 'sent') {
      await queue.end(mail, 'sent', clock())
      log.info({ id, kind, attempts, by }, `${name} sent`)
      return
    }
    const { failure } = delivery
    if (delivery.status === 'refused') await queue.end(mail, 'refused', clock(), failure)
    else {
      const delay = Math.max(FIRST_DELAY_MS * 2 ** (attempts - 1), delivery.pauseMs ?? 0)
      await queue.defer(mail, after(Math.min(delay, MAX_DELAY_MS)), failure)
    }
    log.warn(
      { id, kind, attempts, failure },
      delivery.status === 'refused' ? `${name} refused` : `${name} not sent yet`,
    )
  }

  const closing = new AbortController()
  let tidyAt = 0
  const sendDue = async (): Promise<void> => {
    const now = clock()
    if (now.getTime() >= tidyAt) {
      const expired = await queue.tidy(now, after(-KEPT_DAYS * DAY_MS))
      if (expired > 0) log.warn({ expired }, 'mails expired unsent')
      tidyAt = now.getTime() + TIDY_EVERY_MS
    }
    await drain({
      take: () => queue.take(clock(), after(TAKEN_FOR_MS)),
      handle: send,
      atOnce,
      signal: closing.signal,
    })
  }

  const onFailure = (error: unknown) => log.warn({ reason: messageOf(error) }, `${name} is not looked for`)
  let repeated: Repeated | undefined
  return {
    sendDue,
    start: () => {
      repeated = repeat({ everyMs: LOOK_EVERY_MS, work: sendDue, onFailure })
    },
    close: async () => {
      closing.abort()
      await repeated?.close()
    },
  }
}
