import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/clock.ts'
import type { ProofFault, ProofOutcome, ProofPlace } from './domain-proof.ts'

/** Until a proof is found: zones take minutes to two days (M-DOMAIN-3). */
const WAITING_STEPS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS]
/** Afterwards, an unproved domain gets no automatic checks. */
const WAITING_DAYS = 14
const PROVED_EVERY_MS = DAY_MS
const FAILING_EVERY_MS = HOUR_MS
/** A mailbox's yes lasts a year. */
const MAIL_DAYS = 365
/** A moving zone may lack the record. */
const LOST_AFTER_DAYS: Readonly<Record<ProofFault, number>> = { absent: 3, different: 3, unreachable: 14 }

/** State of a proof that people learn (M-DOMAIN-7). */
export type ProofNotice = 'missing' | 'lost'

/** The state of the proof of a domain. Instants are null where there is none. */
export type DomainState = {
  readonly addedAt: Date
  readonly provedAt: Date | null
  readonly provedBy: ProofPlace | null
  readonly lostAt: Date | null
  readonly fault: ProofFault | null
  readonly failingSince: Date | null
  readonly nextCheckAt: Date | null
  readonly told: ProofNotice | null
}

export const proofOf = ({
  provedAt,
  lostAt,
}: Pick<DomainState, 'provedAt' | 'lostAt'>): 'proved' | 'waiting' | 'lost' =>
  provedAt === null ? (lostAt === null ? 'waiting' : 'lost') : 'proved'

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

const nextWhileWaiting = (addedAt: Date, at: Date): Date | null => {
  const passed = at.getTime() - addedAt.getTime()
  if (passed >= WAITING_DAYS * DAY_MS) return null
  // As long again as it has waited, within the steps.
  const step = WAITING_STEPS_MS.find((each) => each >= passed) ?? WAITING_STEPS_MS.at(-1) ?? HOUR_MS
  return later(at, step)
}

export const lossAt = (failingSince: Date, fault: ProofFault): Date =>
  later(failingSince, LOST_AFTER_DAYS[fault] * DAY_MS)

/** A proof survives an outage, and is lost after a long absence (M-DOMAIN-4). */
export const afterCheck = (before: DomainState, outcome: ProofOutcome, at: Date): DomainState => {
  if (outcome.status === 'proved')
    return {
      ...before,
      provedAt: outcome.by === 'mail' ? at : (before.provedAt ?? at),
      provedBy: outcome.by,
      lostAt: null,
      fault: null,
      failingSince: null,
      nextCheckAt: later(at, PROVED_EVERY_MS),
      told: null,
    }
  const { fault } = outcome
  if (before.provedAt === null)
    return { ...before, fault, nextCheckAt: nextWhileWaiting(before.lostAt ?? before.addedAt, at) }
  const { provedAt, provedBy } = before
  if (provedBy === 'mail' && at.getTime() - provedAt.getTime() < MAIL_DAYS * DAY_MS)
    return { ...before, nextCheckAt: later(at, PROVED_EVERY_MS) }
  const failingSince = before.failingSince ?? at
  if (at < lossAt(failingSince, fault))
    return { ...before, fault, failingSince, nextCheckAt: later(at, FAILING_EVERY_MS) }
  return { ...before, provedAt: null, lostAt: at, fault, failingSince, nextCheckAt: later(at, DAY_MS) }
}

/** Silence of name servers under a day does not count: often the outage is on the way. */
export const noticeOf = ({ provedAt, lostAt, fault, failingSince }: DomainState, at: Date): ProofNotice | null => {
  if (lostAt !== null) return 'lost'
  if (provedAt === null || failingSince === null) return null
  return fault === 'unreachable' && at.getTime() - failingSince.getTime() < DAY_MS ? null : 'missing'
}
