import { saoPauloDay } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import type { Clock } from '../base/clock.ts'
import { repeat, type Repeated } from '../base/repeat.ts'
import { createAnalysisRepository } from './analysis-repository.ts'

const ORGANISATIONS_AT_ONCE = 200
const CHECK_EVERY_MS = 60_000

/** A point a day for each chart (M-NUM-18). Several processes may run it at once. */
export const recordDailyRuns = async (database: Database, clock: Clock): Promise<void> => {
  let after = '0'
  for (;;) {
    const last = await database.transaction((transaction) =>
      createAnalysisRepository(transaction).recordDay({ at: clock(), after, atMost: ORGANISATIONS_AT_ONCE }),
    )
    if (last === undefined) return
    after = last
  }
}

export type DailyRunsOptions = {
  readonly database: Database
  readonly clock: Clock
  /** Retries a minute later. */
  readonly onFailure: (error: unknown) => void
}

/** Runs now, and soon after each midnight of São Paulo. */
export const startDailyRuns = ({ database, clock, onFailure }: DailyRunsOptions): Repeated => {
  let recorded = ''
  const check = async () => {
    const today = saoPauloDay(clock())
    if (today === recorded) return
    await recordDailyRuns(database, clock)
    recorded = today
  }
  // A look each minute outlives changes of the machine's clock, and its sleep.
  return repeat({ everyMs: CHECK_EVERY_MS, work: check, onFailure })
}
