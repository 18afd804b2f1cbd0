import { openPostgres } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { createRateLimits } from '@atalaia/server'
import { lockWritersOut } from './write-lock.ts'

test('the first count of a limit does not wait for what locks writers out', async () => {
  const database = await openPostgres(await createTestDatabase())
  const failures: unknown[] = []
  const limits = createRateLimits({
    service: 'leak-api',
    database,
    onStoreFailure: (error) => void failures.push(error),
  })
  const limit = limits.window({ name: 'calls', points: 1, windowMs: 60_000 })
  const answer = await database.transaction(async (transaction) => {
    await lockWritersOut(transaction)
    return limit.consume('ana@acme.com')
  })
  expect([answer, failures]).toEqual([{ ok: true }, []])
  await database.close()
})
