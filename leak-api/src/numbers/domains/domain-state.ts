import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/clock.ts'
import type { ProofFault, ProofOutcome, ProofPlace } from './domain-proof.ts'

/** Until a proof is found: zones take from minutes to two days (M-DOMAIN-3). */
const WAITING_STEPS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS]
/** Days after which a domain that was never proved is no longer looked up by itself. */
const WAITING_DAYS = 14
const PROVED_EVERY_MS = DAY_MS
const FAILING_EVERY_MS = HOUR_MS
/** A mailbox says yes once; a year later it is asked again. */
const MAIL_DAYS = 365
/** Days without a proof after which it is lost: a zone that is moved may lack the record for a while. */
const LOST_AFTER_DAYS: Readonly<Record<ProofFault, number>> = { absent: 3, different: 3, unreachable: 14 }

/** The state of a proof that people are told of (M-DOMAIN-7). */
export type ProofNotice = 'missing' | 'lost'

/** The state of the proof of a domain. Instants are null where there is none. */
export type DomainState = {
  readonly addedAt: Date
  readonly provedAt: Date | null
  readonly provedBy: ProofPlace | null
  readonly lostAt: Date | null
  readonly fault: ProofFault | null
  readonly failingSince: Date | null
  /** Null: it is looked up when somebody asks, and not by itself. */
  readonly nextCheckAt: Date | null
  /** The last notice since the proof was there; null: none. */
  readonly told: ProofNotice | null
}

/** Whether a domain is proved, has yet to be, or has lost its proof. */
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

/** The moment from which a proof that is missing since `failingSince` is lost. */
export const lossAt = (failingSince: Date, fault: ProofFault): Date =>
  later(failingSince, LOST_AFTER_DAYS[fault] * DAY_MS)

/** The state after a check at `at`: a proof is kept through an outage, and lost when it stays away (M-DOMAIN-4). */
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

/**
 * The state that people have to know of, told or not. Name servers that are silent for less than a day are none: often the outage is
 * on the way to them.
 */
export const noticeOf = ({ provedAt, lostAt, fault, failingSince }: DomainState, at: Date): ProofNotice | null => {
  if (lostAt !== null) return 'lost'
  if (provedAt === null || failingSince === null) return null
  return fault === 'unreachable' && at.getTime() - failingSince.getTime() < DAY_MS ? null : 'missing'
}
