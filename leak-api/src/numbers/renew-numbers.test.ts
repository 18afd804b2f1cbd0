import { openEmbedded } from '../../testing/each-database.ts'
import { number, object } from 'zod/mini'
import { createTestApi } from '../../testing/test-api.ts'
import { migrate } from '../store/store.ts'

const SIZE = `SELECT reltuples::float8 AS rows FROM pg_class WHERE relname = 'report'`

test('after an import the embedded database plans with the number of reports that there are', async () => {
  const database = await openEmbedded()
  await migrate(database)
  const api = await createTestApi(database)
  const token = await api.tokenOf('ana@acme.com')
  for (const name of ['ana', 'bia', 'caio']) await api.add(`${name}@acme.com`, token)
  await api.importText('forum', 'ana@acme.com:um\nbia@acme.com:dois\ncaio@acme.com:tres')
  expect(await database.query(object({ rows: number() }), SIZE)).toEqual([{ rows: 3 }])
  await database.close()
})
