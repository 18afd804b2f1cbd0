import { sql, type Sql } from '@atalaia/database'

/**
 * SQL: the day of a sighting, beside its `import`. NULL: neither its row nor the import has one (M-IMPORT-24). An
 * import that is gone has told it.
 */
export const toldDay = (sighting: 'sighting' | 'seen' = 'sighting'): Sql => {
  const day = sql.ref(`${sighting}.day`)
  return sql`CASE WHEN import.day_told IS NOT FALSE OR ${day} <> import.leaked_on THEN ${day} END`
}
