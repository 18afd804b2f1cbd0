import { sql } from 'kysely'
import { createTestDatabase } from '../testing/test-database.ts'
import { DatabaseUnavailableError } from './database.ts'
import { openPostgres } from './postgres.ts'

const upToFive = (value: string) => sql`INSERT INTO note SELECT ${value} WHERE (SELECT count(*) FROM note) < 5`

test('a statement sees the rows of those with its key that were sent with it', async () => {
  const database = await openPostgres(await createTestDatabase())
  await database.script('CREATE TABLE note (text text)')
  const written = await Promise.all(
    Array.from({ length: 30 }, (_, at) => database.executeAlone('notes', upToFive(`${at}`))),
  )
  expect(written.toSorted((a, b) => b - a)).toEqual([...Array<number>(5).fill(1), ...Array<number>(25).fill(0)])
  await database.close()
})

test('a statement whose time is over before it is sent changes nothing', async () => {
  const database = await openPostgres(await createTestDatabase())
  await database.script('CREATE TABLE note (text text)')
  const late = database.executeAlone('notes', upToFive('late'), { withinMs: 0 })
  await expect(late).rejects.toThrow(DatabaseUnavailableError)
  expect(await database.execute(sql`DELETE FROM note`)).toBe(0)
  await database.close()
})
