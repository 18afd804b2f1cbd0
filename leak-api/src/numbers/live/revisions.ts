import { createHmac } from 'node:crypto'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { KeyRing } from '../../base/key-ring.ts'

/** SQL. A part of the summary's `wholeState`: kept answers have it too (P-API-105). */
export const dashboardFacts = (organisation: Sql): Sql => sql`concat_ws(' ',
    (SELECT coalesce(max(revision), 0) FROM organisation_total WHERE organisation_id = ${organisation}),
    (SELECT max(serial) FROM report WHERE organisation_id = ${organisation}), '-',
    (SELECT concat_ws(' ', count(finished_at), max(finished_at)) FROM import))`

// Opaque: the facts count all organisations' imports.
export const revisionOf = (ring: KeyRing, organisationId: string, facts: string): string =>
  createHmac('sha256', ring.current.secret)
    .update(`revision\n${organisationId}\n${facts}`)
    .digest('base64url')
    .slice(0, 22)

const rowSchema = object({ organisation: string(), facts: string() })

export type FindRevisions = (organisations: readonly string[]) => Promise<ReadonlyMap<string, string>>

export const createFindRevisions =
  (database: Queryable, ring: KeyRing): FindRevisions =>
  async (organisations) => {
    const rows = await database.query(
      rowSchema,
      sql`SELECT asked.id::text AS organisation, ${dashboardFacts(sql`asked.id`)} AS facts
       FROM unnest(${organisations}::bigint[]) AS asked(id)`,
    )
    return new Map(rows.map(({ organisation, facts }) => [organisation, revisionOf(ring, organisation, facts)]))
  }
