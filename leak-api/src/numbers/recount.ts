import type { Queryable } from '@atalaia/database'
import { storeJudgements, markAllDue } from './severity/store-judgements.ts'
import { recountCases, reopenSql, unreopenSql } from './case-evidence.ts'

/** SQL that counts the leaks of monitored addresses anew, those that are watched; `which` is SQL that holds for them. */
const recount = (
  which: string,
) => `UPDATE monitored_address SET leaks = CASE WHEN watched THEN counted.leaks ELSE 0 END,
    passwords = CASE WHEN watched THEN counted.passwords ELSE 0 END
  FROM counted_address AS counted WHERE counted.id = monitored_address.id AND ${which}`

/** Addresses to count, by SQL that holds for them, and the statements that do: the leaks, and then what is closed of them. */
const recountAll = (which: string) => ({ which, statements: [recount(which), ...recountCases(which)] })
type Recount = ReturnType<typeof recountAll>
const additions = recountAll(
  'monitored_address.organisation_id = $1::bigint AND monitored_address.address = ANY($2::text[])',
)
/** An import may have been undone in the time in which an address was removed (P-CASE-5). */
const unreopenReturned = unreopenSql(
  `mine.organisation_id = $1 AND mine.address = ANY($3::text[])
     AND one.reopened_by IS NOT NULL AND NOT EXISTS (SELECT FROM import WHERE import.id = one.reopened_by)`,
)
/** An address that comes back may have evidence of the time in which it was removed. */
const reopenReturned = reopenSql(
  'later.id > one.known_import',
  'mine.organisation_id = $2::bigint AND mine.address = ANY($3::text[])',
)
const OF_DOMAIN = `monitored_address.organisation_id = $1::bigint
  AND monitored_address.domain_key = domain_key('@' || $2::text) AND domain_part(monitored_address.address) = $2::text`
/** The leaks of those that had none: the others of a domain have been counted. */
const domain: Recount = {
  which: `${OF_DOMAIN} AND (monitored_address.leaks > 0) IS DISTINCT FROM (monitored_address.severity IS NOT NULL)`,
  statements: [recount(`${OF_DOMAIN} AND monitored_address.leaks = 0`), ...recountCases(OF_DOMAIN)],
}

/** The evidence of the time in which the addresses of a domain waited for its proof. */
const reopenProved = reopenSql(
  'later.id > one.known_import',
  `mine.organisation_id = $2::bigint
     AND mine.domain_key = domain_key('@' || $3::text) AND domain_part(mine.address) = $3::text`,
)

const pendingOf = (importId: string, organisations: string) => `(SELECT monitored_id FROM pending_analysis
  WHERE import_id = ${importId} AND organisation_id = ANY(${organisations}::bigint[]))`
const pending = recountAll(`monitored_address.id IN ${pendingOf('$1', '$2')}`)
/** Reopens cases for this import, and for one that was cut off before it, whose rows this one does not bring again. */
const reopen = reopenSql(
  '(later.id = $2::bigint OR (later.finished_at IS NULL AND later.id < $2::bigint AND later.id > one.known_import))',
  `one.monitored_id IN ${pendingOf('$2', '$3')}
     AND one.source = (SELECT name FROM source JOIN import ON source_id = source.id WHERE import.id = $2::bigint)`,
)
/** An import may have brought no pair, and yet a later day. */
const addReopened = (imports: string) => `INSERT INTO pending_analysis (import_id, organisation_id, monitored_id)
  SELECT $2::bigint, organisation_id, monitored_id FROM leak_case
  WHERE reopened_by IN (SELECT import.id FROM import WHERE ${imports}) ON CONFLICT DO NOTHING`
const gone = recountAll('monitored_address.id IN (SELECT monitored_id FROM pending_analysis WHERE import_id = $1)')

/** Imports that are removed: `imports` is SQL that holds for them, with `$1` for `target`; pending rows of `pendingOf` name what lost pairs. */
export type GoneImports = {
  readonly imports: string
  readonly target: string
  readonly pendingOf: string
  readonly at: Date
}

/** Counts the numbers of monitored addresses anew, and what is closed of them, and judges them. */
export const createRecount = (database: Queryable) => {
  const count = async ({ which, statements }: Recount, parameters: readonly unknown[], at: Date) => {
    for (const sql of statements) await database.execute(sql, parameters)
    await storeJudgements(database, { which, parameters, at })
  }
  return {
    added: async (organisationId: string, addresses: readonly string[], at: Date) => {
      await database.execute(unreopenReturned, [organisationId, at.toISOString(), addresses])
      await database.execute(reopenReturned, [at.toISOString(), organisationId, addresses])
      await count(additions, [organisationId, addresses], at)
    },
    domain: async (organisationId: string, name: string, at: Date) => {
      await database.execute(reopenProved, [at.toISOString(), organisationId, name])
      await count(domain, [organisationId, name], at)
    },
    /** Counts the addresses that an import has touched, and reopens closed cases with newer evidence (P-CASE-4). Returns the number of these. */
    imported: async (importId: string, organisations: readonly string[], at: Date) => {
      const reopened = await database.execute(reopen, [at.toISOString(), importId, organisations])
      await count(pending, [importId, organisations], at)
      return reopened
    },
    /** Cases that these imports had opened again are as before (P-CASE-5). */
    removed: async ({ imports, target, pendingOf: importId, at }: GoneImports) => {
      await database.execute(addReopened(imports), [target, importId])
      const reopened = `one.reopened_by IN (SELECT import.id FROM import WHERE ${imports})`
      await database.execute(unreopenSql(reopened), [target, at.toISOString()])
      await count(gone, [importId], at)
      // A sighting may have gone of what stays, which was the last one.
      await markAllDue(database)
    },
  }
}
