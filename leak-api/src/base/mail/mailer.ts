import { HOUR_MS, type Clock } from '../clock.ts'
import type { Channel } from '../deliveries/send-deliveries.ts'
import { composeMail, type Sender } from './compose-mail.ts'
import { mailBodySchema } from './enqueue-mail.ts'
import { SEND_TIMEOUT_MS, type MailTransport } from './mail-transport.ts'

export type MailChannelOptions = {
  readonly transport: MailTransport
  readonly sender: Sender
  readonly clock: Clock
}

/** Sends mails, one at a time. The Message-ID stays the same over all attempts (M-MAIL-1, M-MAIL-2). */
export const createMailChannel = ({ transport, sender, clock }: MailChannelOptions): Channel => ({
  name: 'mail',
  deliver: (mail) => {
    const body = mailBodySchema.parse(JSON.parse(mail.body))
    const stop = mail.stop ?? undefined
    const composed = composeMail({ subject: mail.subject, body, stop }, sender)
    return transport.send({ ...composed, id: mail.id, to: mail.to, at: clock(), stop })
  },
  atOnce: 1,
  leaseMs: 5 * SEND_TIMEOUT_MS,
  longestDelayMs: HOUR_MS,
  close: () => transport.close(),
})
