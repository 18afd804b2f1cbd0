import { findSchemaBreaks, findWrongPlans } from '@atalaia/database/testing/check-migrations'
import { MIGRATIONS } from './registry.ts'

// Rule: M-SCHEMA-4
test('a plan names the locks that PostgreSQL takes, of every migration', async () => {
  expect(await findWrongPlans(MIGRATIONS)).toEqual([])
})

// Rule: M-SCHEMA-6
test('the migrations leave what the statements of the last release rest on', async () => {
  expect(await findSchemaBreaks(MIGRATIONS, new URL('../../../etc/gateway.schema.txt', import.meta.url))).toEqual([])
})
