import type { Database } from '@atalaia/database'
import { messageOf } from '@atalaia/server'
import type { Clock } from '../clock.ts'
import { repeat, type Repeated } from '../repeat.ts'
import { composeMail, type Sender } from './compose-mail.ts'
import { mailBodySchema } from './enqueue-mail.ts'
import { createMailRepository, type TakenMail } from './mail-repository.ts'
import { SEND_TIMEOUT_MS, type Delivery, type MailTransport } from './mail-transport.ts'

const LOOK_EVERY_MS = 2000
const TIDY_EVERY_MS = 3_600_000
const KEPT_DAYS = 30
/** Longer than a sender that lives can take: the next one would send the mail a second time. */
const TAKEN_FOR_MS = 5 * SEND_TIMEOUT_MS
const FIRST_DELAY_MS = 30_000
const MAX_DELAY_MS = 3_600_000

export type MailLog = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

export type MailerOptions = {
  readonly database: Database
  readonly transport: MailTransport
  readonly sender: Sender
  readonly clock: Clock
  readonly log: MailLog
}

/**
 * Sends the mails of the queue, oldest first. Several processes may do it on one database: each mail is taken by one of
 * them. A mail that fails is tried again after 30 s, twice as long after each further failure up to an hour, until it
 * expires; one that the server refuses for good is given up. A process that dies between the server's yes and the
 * database's leaves a mail that is sent a second time ten minutes later, under the same Message-ID.
 */
export type Mailer = {
  /** Sends what is due now. Rejects when the database cannot be reached. */
  sendDue(): Promise<void>
  /** Looks for mails every 2 s from now on. */
  start(): void
  /** Waits for the mail that is being sent. */
  close(): Promise<void>
}

export const createMailer = ({ database, transport, sender, clock, log }: MailerOptions): Mailer => {
  const queue = createMailRepository(database)
  const after = (milliseconds: number) => new Date(clock().getTime() + milliseconds)

  const deliver = (mail: TakenMail): Promise<Delivery> => {
    const body = mailBodySchema.parse(JSON.parse(mail.body))
    const stop = mail.stop ?? undefined
    const composed = composeMail({ subject: mail.subject, body, stop }, sender)
    return transport.send({ ...composed, id: mail.id, to: mail.to, at: clock(), stop })
  }

  const send = async (mail: TakenMail): Promise<void> => {
    const delivery = await deliver(mail)
    const { id, kind, attempts } = mail
    if (delivery.status === 'sent') {
      await queue.end(mail, 'sent', clock())
      log.info({ id, kind, attempts, by: transport.kind }, 'mail sent')
      return
    }
    const { failure } = delivery
    if (delivery.status === 'refused') await queue.end(mail, 'refused', clock(), failure)
    else await queue.defer(mail, after(Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), MAX_DELAY_MS)), failure)
    log.warn({ id, kind, attempts, failure }, delivery.status === 'refused' ? 'mail refused' : 'mail not sent yet')
  }

  const closing = new AbortController()
  let tidyAt = 0
  const sendDue = async (): Promise<void> => {
    const now = clock()
    if (now.getTime() >= tidyAt) {
      const expired = await queue.tidy(now, after(-KEPT_DAYS * 86_400_000))
      if (expired > 0) log.warn({ expired }, 'mails expired unsent')
      tidyAt = now.getTime() + TIDY_EVERY_MS
    }
    while (!closing.signal.aborted) {
      const mail = await queue.take(clock(), after(TAKEN_FOR_MS))
      if (mail === undefined) return
      await send(mail)
    }
  }

  const onFailure = (error: unknown) => log.warn({ reason: messageOf(error) }, 'mails are not looked for')
  let repeated: Repeated | undefined
  return {
    sendDue,
    start: () => {
      repeated = repeat({ everyMs: LOOK_EVERY_MS, work: sendDue, onFailure })
    },
    close: async () => {
      closing.abort()
      await repeated?.close()
      transport.close()
    },
  }
}
