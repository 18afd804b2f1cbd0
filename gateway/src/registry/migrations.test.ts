import { testMigrations } from '@atalaia/database/testing/test-migrations'
import { MIGRATIONS } from './registry.ts'

// Rule: M-SCHEMA-4, M-SCHEMA-6
testMigrations(MIGRATIONS, new URL('../../../etc/gateway.schema.txt', import.meta.url))
