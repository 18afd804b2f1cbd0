import { ADVISORY_LOCKS, type Database, sql } from '@atalaia/database'
import { once } from 'node:events'
import { boolean, object } from 'zod/mini'

const BUSY = 'another import is running, or one is being taken back; start this one when it has ended'

/** The transaction lasts as long as the work, without a snapshot that holds back VACUUM. */
const WAIT_LONG = 'SET LOCAL idle_in_transaction_session_timeout = 0'

/**
 * Rejects at once while another process imports or removes leaks (M-IMPORT-6). The lock ends with
 * its process.
 */
export const whileNoOther = async <Value>(database: Database, work: () => Promise<Value>): Promise<Value> => {
  const end = new AbortController()
  const over = once(end.signal, 'abort')
  let holding: Promise<void> | undefined
  await new Promise<void>((resolve, reject) => {
    holding = database
      .transaction(async (lock) => {
        const [row] = await lock.query(
          object({ taken: boolean() }),
          sql`SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.imports}) AS taken`,
        )
        if (row?.taken !== true) throw new Error(BUSY)
        await lock.script(WAIT_LONG)
        resolve()
        await over
      })
      // Once the lock was taken, this changes nothing of the work: the connection was lost.
      .catch(reject)
  })
  try {
    return await work()
  } finally {
    end.abort()
    await holding
  }
}
