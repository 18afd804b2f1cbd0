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
  /** The address of the product's pages. */
  readonly origin: string
  readonly stopLinks: Pick<StopLinks, 'sign'>
  readonly clock: Clock
}

/** Tells the accounts that are due by mail. Several processes may do it at once: each account is told by one. */
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
  /** Tells the people who are due by the other channels. */
  readonly others: readonly ((parts: AlertParts) => Promise<void>)[]
  /** Called with what went wrong; it is tried again ten minutes later. */
  readonly onFailure: (error: unknown) => void
}

/** Looks for accounts that are due by any channel, now and every 5 seconds. */
export const startAlerts = ({ onFailure, others, ...parts }: AlertsOptions): Repeated => {
  const work = async () => {
    const ends = await Promise.allSettled([sendDueAlerts, ...others].map((tell) => tell(parts)))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }
  return repeat({ everyMs: LOOK_EVERY_MS, work, onFailure })
}
