import { sql, type Sql } from '@atalaia/database'

/**
 * Day of a sighting next to its `import`. NULL without a day in both (M-IMPORT-24). A removed
 * import counts as known.
 */
export const toldDay = (sighting: 'sighting' | 'seen' = 'sighting'): Sql => {
  const day = sql.ref(`${sighting}.day`)
  const isOwn = sql.ref(`${sighting}.day_told`)
  return sql`CASE WHEN import.day_told IS NOT FALSE OR coalesce(${isOwn}, ${day} <> import.leaked_on) THEN ${day} END`
}
