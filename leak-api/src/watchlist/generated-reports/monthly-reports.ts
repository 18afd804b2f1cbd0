import { saoPauloDay } from '@atalaia/contracts'
import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { Clock } from '../../base/clock.ts'
import { repeat, type Repeated } from '../../base/repeat.ts'
import type { Period } from './facts-repository.ts'
import { makeReport } from './make-report.ts'
import { mailMonthly } from './monthly-mail.ts'

const CHECK_EVERY_MS = 60_000
/** Severities of a large organisation take seconds. */
const LONG = { statementMs: 60_000 }

export const monthBefore = (day: string): Period => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const dayOf = (months: number, date: number) => new Date(Date.UTC(year, months, date)).toISOString().slice(0, 10)
  return { from: dayOf(month - 2, 1), to: dayOf(month - 1, 0) }
}

const without = (after: string, from: string, to: string) => sql`SELECT id::text FROM organisation
  WHERE id > ${after}::bigint AND suspended_at IS NULL
    AND EXISTS (SELECT FROM analysis WHERE organisation_id = organisation.id AND day BETWEEN ${from}::date AND ${to}::date)
    AND EXISTS (SELECT FROM monitored_address WHERE organisation_id = organisation.id)
    AND NOT EXISTS (SELECT FROM issued_document
      WHERE organisation_id = organisation.id AND first_day = ${from}::date AND occasion = 'mensal')
  ORDER BY id LIMIT 1`

export type MonthlyParts = {
  readonly database: Database
  readonly origin: string
  readonly clock: Clock
}

/**
 * For organisations without the last month's report (P-REPORT-6). One transaction makes report and
 * mails, once across processes.
 */
export const makeMonthlyReports = async ({ database, origin, clock }: MonthlyParts): Promise<void> => {
  const at = clock()
  const period = monthBefore(saoPauloDay(at))
  const failures: unknown[] = []
  const make = (organisationId: string) =>
    database.transaction(async (transaction) => {
      await transaction.execute(sql`SELECT 1 FROM organisation WHERE id = ${organisationId} FOR NO KEY UPDATE`)
      // A statement of its own: it sees what another process has written until the organisation was locked.
      const made = await transaction.query(
        object({}),
        sql`SELECT FROM issued_document
  WHERE organisation_id = ${organisationId}::bigint AND first_day = ${period.from}::date AND occasion = 'mensal'`,
      )
      if (made.length > 0) return
      await makeReport(transaction, {
        organisationId,
        occasion: 'mensal',
        period,
        at,
        actor: { kind: 'system' },
        onIssued: ({ id }) => mailMonthly(transaction, { organisationId, documentId: id, period, origin, at }),
      })
    }, LONG)
  for (let after = '0'; ;) {
    const [next] = await database.query(object({ id: string() }), without(after, period.from, period.to))
    if (next === undefined) break
    // One that fails keeps no other waiting.
    await make(next.id).catch((error: unknown) => failures.push(error))
    after = next.id
  }
  if (failures.length > 0) throw failures[0]
}

export type MonthlyOptions = MonthlyParts & {
  /** Retries a minute later. */
  readonly onFailure: (error: unknown) => void
}

/** Now, and soon after each month of São Paulo. */
export const startMonthlyReports = ({ onFailure, ...parts }: MonthlyOptions): Repeated => {
  let made = ''
  const check = async () => {
    const month = saoPauloDay(parts.clock()).slice(0, 7)
    if (month === made) return
    await makeMonthlyReports(parts)
    made = month
  }
  return repeat({ everyMs: CHECK_EVERY_MS, work: check, onFailure })
}
