import type { Database, Sql } from '@atalaia/database'
import { until } from '@atalaia/database/testing/until'
import { waiting } from './waiting.ts'

/** The first work waits for what `held` locks, the second for the lock that it meets. */
export const meet = async <One, Other>(
  database: Database,
  held: Sql,
  [first, second]: readonly [() => PromiseLike<One>, () => PromiseLike<Other>],
): Promise<[One, Other]> => {
  const begun = await database.transaction(async (tx) => {
    await tx.execute(held)
    const one = Promise.resolve(first())
    await until('the first waits', async () => (await waiting(database)) === 1)
    const other = Promise.resolve(second())
    await until('both wait', async () => (await waiting(database)) === 2)
    return { one, other }
  })
  return Promise.all([begun.one, begun.other])
}
