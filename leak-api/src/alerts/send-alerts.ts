import type { Database, Queryable } from '@atalaia/database'
import { saoPauloDay, type Severity } from '@atalaia/contracts'
import type { Clock } from '../clock.ts'
import { createExposureRepository } from '../exposure/exposure-repository.ts'
import { isAtLeast, severityOf } from '../exposure/severity.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { repeat, type Repeated } from '../repeat.ts'
import { alertMail } from './alert-mail.ts'
import { byAddress, createAlertQueue, LONG, type EndedFinding, type NewFinding, type Taken } from './alert-queue.ts'
import { nextAlertAt } from './alert-settings.ts'
import type { StopLinks } from './stop-link.ts'

const LOOK_EVERY_MS = 5000
/** After this time the process that took an account counts as dead. */
const TAKEN_MS = 10 * 60_000

export type AlertParts = {
  readonly database: Database
  /** The address of the product's pages. */
  readonly origin: string
  readonly stopLinks: Pick<StopLinks, 'sign'>
  readonly clock: Clock
}

type Judged = { readonly finding: NewFinding; readonly severity: Severity }

/** Without those whose address is no longer watched, or whose evidence is gone. */
const judge = async (
  database: Queryable,
  { organisationId }: Taken,
  findings: readonly NewFinding[],
  today: string,
): Promise<Judged[]> => {
  const exposures = createExposureRepository(database)
  const judged: Judged[] = []
  for (const [id, ofAddress] of byAddress(findings)) {
    const monitored = await exposures.find(organisationId, id)
    if (monitored?.watched !== true) continue
    const rows = new Map((await exposures.sources(organisationId, monitored)).map((row) => [row.source, row]))
    for (const finding of ofAddress) {
      const row = rows.get(finding.source)
      if (row !== undefined)
        judged.push({ finding, severity: severityOf({ ...row, repeated: row.repeated > 0 }, today) })
    }
  }
  return judged
}

/**
 * Tells an account of its new findings. What was collected stays until it is told: a process that dies leaves it to the next
 * look. Mail, rows and next look are one transaction.
 */
const tell = async ({ database, origin, stopLinks, clock }: AlertParts, taken: Taken): Promise<void> => {
  const found = await database.transaction(async (transaction) => {
    const queue = createAlertQueue(transaction)
    return (await queue.enter(taken)) && queue.collect(taken)
  }, LONG)
  if (found === undefined) return
  const judged = await judge(database, taken, found, saoPauloDay(clock()))
  await database.transaction(async (transaction) => {
    const queue = createAlertQueue(transaction)
    const recipient = await queue.enter(taken)
    if (recipient === undefined) return
    const { to, least, frequency } = recipient
    const at = clock()
    const ended = judged.map(({ finding, severity }): EndedFinding => ({
      finding,
      outcome: isAtLeast(severity, least) ? 'told' : 'below',
    }))
    const told = judged.flatMap(({ finding, severity }) =>
      isAtLeast(severity, least) ? [{ ...finding, severity }] : [],
    )
    if (told.length > 0)
      await enqueueMail(transaction, alertMail({ to, told, origin, stop: stopLinks.sign(taken.accountId), at }))
    const next = frequency === 'imediata' ? undefined : nextAlertAt(frequency, at)
    await queue.end(taken, { ended, at, next })
  }, LONG)
}

/** Tells the accounts that are due. Several processes may do it at once: each account is told by one. */
export const sendDueAlerts = async (parts: AlertParts): Promise<void> => {
  const { database, clock } = parts
  const failures: unknown[] = []
  for (;;) {
    const now = clock()
    const taken = await createAlertQueue(database).take(now, new Date(now.getTime() + TAKEN_MS))
    if (taken === undefined) break
    await tell(parts, taken).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

export type AlertsOptions = AlertParts & {
  /** Called with what went wrong; it is tried again ten minutes later. */
  readonly onFailure: (error: unknown) => void
}

/** Looks for accounts that are due, now and every 5 seconds. */
export const startAlerts = ({ onFailure, ...parts }: AlertsOptions): Repeated =>
  repeat({ everyMs: LOOK_EVERY_MS, work: () => sendDueAlerts(parts), onFailure })
