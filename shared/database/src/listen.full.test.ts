import { sql } from 'kysely'
import { createFaultyLink } from '../testing/faulty-link.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { until } from '../testing/until.ts'
import { listenToPostgres } from './listen.ts'
import { openPostgres } from './postgres.ts'

// Threat: T-DB-7
test.each(['ended', 'silent'])(
  'a connection for notices that is %s is replaced, and the new one is a notice',
  async (how) => {
    const url = await createTestDatabase()
    const link = await createFaultyLink(url)
    const database = await openPostgres(url)
    let heard = 0
    const listener = listenToPostgres(link.url, 'news', () => (heard += 1))
    const notify = () => database.execute(sql`SELECT pg_notify('news', '')`)
    await until('it listens', () => heard === 1)
    await notify()
    await until('a notice is heard', () => heard === 2)
    if (how === 'ended') link.cut()
    else link.strand()
    await until('the new connection is a notice', () => heard === 3)
    await notify()
    await until('a notice is heard', () => heard === 4)
    await listener.close()
    await until('nothing is left of it', () => link.connections() === 0)
    expect(heard).toBe(4)
    await database.close()
    await link.close()
  },
)
