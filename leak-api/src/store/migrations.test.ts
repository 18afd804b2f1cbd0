import { testMigrations } from '@atalaia/database/testing/test-migrations'
import { MIGRATIONS } from './store.ts'

// Rule: M-SCHEMA-4, M-SCHEMA-6
testMigrations(MIGRATIONS, new URL('../../../etc/leak-api.schema.txt', import.meta.url))
