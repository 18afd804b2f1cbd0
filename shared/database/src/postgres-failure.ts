import { DatabaseError as PgError } from 'pg'
import { DatabaseError, DatabaseUnavailableError } from './database.ts'
import { messageOf } from './message-of.ts'

const ENDED = /^(08...|57P0.|25P0[34])$/
/** Citus lost a worker in a transaction; the error has no SQLSTATE (M-DISTRIBUTE-3). */
const SERVER_LOST = /^failure on connection marked as essential/
/** The statement was cut off without a change. */
const TIMED_OUT = /^(57014|55P03)$/
/** No disk, memory or connections (class 53), or a standby. */
const REFUSED = /^(53...|25006)$/

const textOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return textOf(error.errors[0])
  return messageOf(error)
}

export const connectFailure = (cause: unknown): DatabaseError => {
  // A wrong password, a database that does not exist: waiting helps nobody.
  if (cause instanceof PgError && /^(28|3D)/.test(cause.code ?? ''))
    return new DatabaseError(cause.message, cause.code, { cause })
  const code = cause instanceof PgError ? cause.code : undefined
  const text = textOf(cause)
  const reason = text.startsWith('timeout exceeded') ? 'timeout' : 'unreachable'
  const message = reason === 'timeout' ? 'PostgreSQL: no connection became free in time' : `PostgreSQL: ${text}`
  return new DatabaseUnavailableError(message, { reason, outcome: 'none', code, cause })
}

/** A connection was dropped for a late answer; `cause` is the resulting failure. */
export class LateAnswer extends Error {
  override readonly name = 'LateAnswer'
}

export const statementFailure = (failure: unknown): unknown => {
  const isLate = failure instanceof LateAnswer
  const cause = isLate ? failure.cause : failure
  if (cause instanceof DatabaseError) return cause
  if (cause instanceof PgError) {
    const { code = '', message } = cause
    if (ENDED.test(code) || SERVER_LOST.test(message))
      return new DatabaseUnavailableError(message, { reason: 'lost', outcome: 'unknown', code, cause })
    if (TIMED_OUT.test(code))
      return new DatabaseUnavailableError(message, { reason: 'timeout', outcome: 'none', code, cause })
    if (REFUSED.test(code))
      return new DatabaseUnavailableError(message, { reason: 'refused', outcome: 'none', code, cause })
    return new DatabaseError(message, code, { cause })
  }
  // A parameter that cannot be written is the caller's mistake.
  if (cause instanceof TypeError || cause instanceof RangeError) return cause
  return isLate
    ? new DatabaseUnavailableError('PostgreSQL: it did not answer in time', {
        reason: 'timeout',
        outcome: 'unknown',
        cause,
      })
    : new DatabaseUnavailableError(`PostgreSQL: ${textOf(cause)}`, { reason: 'lost', outcome: 'unknown', cause })
}
