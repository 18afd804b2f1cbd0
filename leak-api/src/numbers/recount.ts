import { sql, type Queryable, type Sql } from '@atalaia/database'
import { markAllDue, storeNumbers } from './severity/store-judgements.ts'
import { recountCases, reopenSql, unreopenSql } from './case-evidence.ts'

const recountAll = (which: Sql) => ({ which, cases: recountCases(which) })
type Recount = ReturnType<typeof recountAll>
const additions = (organisationId: string, addresses: readonly string[]) =>
  recountAll(
    sql`monitored_address.organisation_id = ${organisationId}::bigint AND monitored_address.address = ANY(${addresses}::text[])`,
  )
/** An import may have been undone while the address was away (P-CASE-5). */
const unreopenReturned = (organisationId: string, addresses: readonly string[], at: Date) =>
  unreopenSql(
    sql`mine.organisation_id = ${organisationId} AND mine.address = ANY(${addresses}::text[])
     AND one.reopened_by IS NOT NULL AND NOT EXISTS (SELECT FROM import WHERE import.id = one.reopened_by)`,
    at,
  )
const reopenReturned = (organisationId: string, addresses: readonly string[], at: Date) =>
  reopenSql(sql`mine.organisation_id = ${organisationId}::bigint AND mine.address = ANY(${addresses}::text[])`, at)
const ofDomain = (
  organisationId: string,
  name: string,
) => sql`monitored_address.organisation_id = ${organisationId}::bigint
  AND monitored_address.domain_key = domain_key('@' || ${name}::text) AND domain_part(monitored_address.address) = ${name}::text`
/** A domain's further addresses are counted already. */
const domain = (organisationId: string, name: string): Recount => {
  const own = ofDomain(organisationId, name)
  return {
    which: sql`${own} AND (monitored_address.leaks = 0 OR monitored_address.severity IS NULL)`,
    cases: recountCases(own),
  }
}

/** Uses evidence from the wait for the proof. */
const reopenProved = (organisationId: string, name: string, at: Date) =>
  reopenSql(
    sql`mine.organisation_id = ${organisationId}::bigint
     AND mine.domain_key = domain_key('@' || ${name}::text) AND domain_part(mine.address) = ${name}::text`,
    at,
  )

const pendingOf = (importId: string, organisations: readonly string[]) => sql`(SELECT monitored_id FROM pending_analysis
  WHERE import_id = ${importId} AND organisation_id = ANY(${organisations}::bigint[]))`
const pending = (importId: string, organisations: readonly string[]) =>
  recountAll(sql`monitored_address.id IN ${pendingOf(importId, organisations)}`)
/** Covers an earlier cut-off import, whose rows this import does not repeat. */
const reopen = (importId: string, organisations: readonly string[], at: Date) =>
  reopenSql(
    sql`one.monitored_id IN ${pendingOf(importId, organisations)}
     AND one.source = (SELECT name FROM source JOIN import ON source_id = source.id WHERE import.id = ${importId}::bigint)`,
    at,
    sql`(later.id = ${importId}::bigint OR (later.finished_at IS NULL AND later.id < ${importId}::bigint AND later.id > one.known_import))`,
  )
/** An import without new pairs may bring a later day. */
const addReopened = (
  imports: Sql,
  importId: string,
) => sql`INSERT INTO pending_analysis (import_id, organisation_id, monitored_id)
  SELECT ${importId}::bigint, organisation_id, monitored_id FROM leak_case
  WHERE reopened_by IN (SELECT import.id FROM import WHERE ${imports}) ON CONFLICT DO NOTHING`
const gone = (importId: string) =>
  recountAll(sql`monitored_address.id IN (SELECT monitored_id FROM pending_analysis WHERE import_id = ${importId})`)

/** Pending rows of `pendingOf` name what lost pairs. */
export type GoneImports = {
  readonly imports: Sql
  readonly pendingOf: string
  readonly at: Date
}

/** Also judges them. */
export const createRecount = (database: Queryable) => {
  const count = async ({ which, cases }: Recount, at: Date) => {
    for (const statement of cases) await database.execute(statement)
    await storeNumbers(database, which, at)
  }
  return {
    added: async (organisationId: string, addresses: readonly string[], at: Date) => {
      await database.execute(unreopenReturned(organisationId, addresses, at))
      await database.execute(reopenReturned(organisationId, addresses, at))
      await count(additions(organisationId, addresses), at)
    },
    domain: async (organisationId: string, name: string, at: Date) => {
      await database.execute(reopenProved(organisationId, name, at))
      await count(domain(organisationId, name), at)
    },
    /** Returns the number of cases reopened by newer evidence (P-CASE-4). */
    imported: async (importId: string, organisations: readonly string[], at: Date) => {
      const reopened = await database.execute(reopen(importId, organisations, at))
      await count(pending(importId, organisations), at)
      return reopened
    },
    /** Restores cases that these imports had reopened (P-CASE-5). */
    removed: async ({ imports, pendingOf: importId, at }: GoneImports) => {
      await database.execute(addReopened(imports, importId))
      const reopened = sql`one.reopened_by IN (SELECT import.id FROM import WHERE ${imports})`
      await database.execute(unreopenSql(reopened, at))
      await count(gone(importId), at)
      // A sighting may have gone of what stays, which was the last one.
      await markAllDue(database)
    },
  }
}
