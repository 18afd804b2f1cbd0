import type { Database } from '@atalaia/database'
import type { Clock } from '../../base/clock.ts'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import { repeat, type Repeated } from '../../base/repeat.ts'
import { alertMail } from './alert-mail.ts'
import { createAlertQueue } from './alert-queue.ts'
import { nextLookByClock } from './alert-settings.ts'
import type { StopLinks } from './stop-link.ts'
import { tellDue } from './new-findings.ts'

const LOOK_EVERY_MS = 5000

export type AlertParts = {
  readonly database: Database
  readonly origin: string
  readonly stopLinks: Pick<StopLinks, 'sign'>
  readonly clock: Clock
}

/** Several processes may run it: one mails each account. */
export const sendDueAlerts = ({ database, origin, stopLinks, clock }: AlertParts): Promise<void> =>
  tellDue({
    database,
    clock,
    queueOn: (on) => createAlertQueue(on, 'email'),
    enqueue: (transaction, { taken, recipient: { to, organisation }, told, at }) =>
      enqueueMail(transaction, alertMail({ to, told, organisation, origin, stop: stopLinks.sign(taken), at })),
    nextLook: (recipient, at) => nextLookByClock(recipient, at),
  })

export type AlertsOptions = AlertParts & {
  readonly others: readonly ((parts: AlertParts) => Promise<void>)[]
  /** Retries ten minutes later. */
  readonly onFailure: (error: unknown) => void
}

/** Now and every 5 seconds. */
export const startAlerts = ({ onFailure, others, ...parts }: AlertsOptions): Repeated => {
  const work = async () => {
    const ends = await Promise.allSettled([sendDueAlerts, ...others].map((tell) => tell(parts)))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }
  return repeat({ everyMs: LOOK_EVERY_MS, work, onFailure })
}
