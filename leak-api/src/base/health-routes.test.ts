import { onPostgres } from '../../testing/each-database.ts'
import { createTestApi } from '../../testing/test-api.ts'

onPostgres((database) => {
  // Rule: M-HEALTH-1, M-HEALTH-2
  test('an API that stops is alive and no longer ready', async () => {
    let stopping = false
    const { app } = await createTestApi(database(), { isStopping: () => stopping })
    const statuses = async () => [(await app.inject('/livez')).statusCode, (await app.inject('/readyz')).statusCode]
    expect(await statuses()).toEqual([200, 200])
    stopping = true
    expect(await statuses()).toEqual([200, 503])
    await app.close()
  })
})
