import type { Database } from '@atalaia/database'
import type { Clock } from '../clock.ts'
import { composeMail, type Sender } from './compose-mail.ts'
import { mailBodySchema } from './enqueue-mail.ts'
import type { MailTransport } from './mail-transport.ts'
import { createQueueSender, type MailLog, type QueueSender } from './queue-sender.ts'

export type MailerOptions = {
  readonly database: Database
  readonly transport: MailTransport
  readonly sender: Sender
  readonly clock: Clock
  readonly log: MailLog
}

/** Sends the mails of the queue, one at a time. The Message-ID stays the same over all attempts. */
export const createMailer = ({ database, transport, sender, clock, log }: MailerOptions): QueueSender => {
  const mailer = createQueueSender({
    database,
    channel: 'email',
    deliver: (mail) => {
      const body = mailBodySchema.parse(JSON.parse(mail.body))
      const stop = mail.stop ?? undefined
      const composed = composeMail({ subject: mail.subject, body, stop }, sender)
      return transport.send({ ...composed, id: mail.id, to: mail.to, at: clock(), stop })
    },
    by: transport.kind,
    atOnce: 1,
    clock,
    log,
  })
  return {
    ...mailer,
    close: async () => {
      await mailer.close()
      transport.close()
    },
  }
}
