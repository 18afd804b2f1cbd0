import { compile, type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { chunksOf } from '../../../testing/leak-content.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { watchWaiting } from '../../numbers/domains/domain-addresses.ts'
import { runImport } from '../../leaks/importing/run-import.ts'

const limitSchema = object({ limit: string() })

onPostgres((database) => {
  // Rule: M-NUM-6
  test('an import and a domain have ten minutes to count all their addresses, and not the seconds of a caller', async () => {
    const limits: string[] = []
    const watching: Database = {
      ...database(),
      transaction: (work, options) =>
        database().transaction((on) => {
          const execute: typeof on.execute = async (statement) => {
            if (compile(statement).sql.includes('told.leaks'))
              limits.push(
                ...(await on.query(limitSchema, sql`SELECT current_setting('statement_timeout') AS limit`)).map(
                  ({ limit }) => limit,
                ),
              )
            return on.execute(statement)
          }
          return work({ ...on, execute })
        }, options),
    }
    const api = await createTestApi(database())
    await api.add('ana@acme.com', await api.tokenOf('ana@acme.com'))
    const tools = { ...api.tools, database: watching }
    await runImport(tools, { content: chunksOf('ana@acme.com:um'), fileName: 'forum.txt', source: 'forum' })
    await database().execute(sql`UPDATE monitored_address SET watched = false, leaks = 0`)
    await watchWaiting(watching, api.clock)
    expect(limits).toEqual(['10min', '10min'])
  })
})
