import { MAX_ADDRESS_LABELS } from '@atalaia/contracts'
import { type Queryable, sql, type Sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { SHOWN } from '../../numbers/shown-addresses.ts'
import { OPEN } from './address-list.ts'

const textSchema = object({ text: string() })

export const createMarksRepository = (database: Queryable) => {
  const texts = async (statement: Sql): Promise<string[]> =>
    (await database.query(textSchema, statement)).map(({ text }) => text)
  return {
    known: (organisationId: string, addresses: readonly string[]): Promise<string[]> =>
      texts(
        sql`SELECT address AS text FROM monitored_address
         WHERE organisation_id = ${organisationId} AND address = ANY(${addresses}::text[]) AND ${SHOWN}`,
      ),
    labels: (organisationId: string): Promise<string[]> =>
      texts(
        sql`SELECT DISTINCT label AS text FROM address_label JOIN monitored_address ON monitored_address.id = monitored_id
         WHERE organisation_id = ${organisationId} ORDER BY label LIMIT 200`,
      ),
    /** The first 200, proved or not (P-LIST-15). */
    domains: (organisationId: string): Promise<string[]> =>
      texts(
        sql`SELECT domain AS text FROM watched_domain WHERE organisation_id = ${organisationId} ORDER BY domain LIMIT 200`,
      ),
    owners: (organisationId: string): Promise<string[]> =>
      texts(
        sql`SELECT account.email AS text FROM leak_case JOIN account ON account.id = leak_case.owner_id
           JOIN monitored_address ON monitored_address.id = monitored_id
         WHERE leak_case.organisation_id = ${organisationId} AND ${OPEN}
         UNION SELECT account.email FROM monitored_address JOIN account ON account.id = owner_id
         WHERE monitored_address.organisation_id = ${organisationId} AND owner_id IS NOT NULL AND ${SHOWN} ORDER BY 1 LIMIT 200`,
      ),
    /** `null` removes the owner (P-LIST-11). Returns the number of changes. */
    assign: (organisationId: string, ids: readonly string[], owner: string | null): Promise<number> =>
      database.execute(
        sql`UPDATE monitored_address SET owner_id = ${owner}::uuid WHERE organisation_id = ${organisationId} AND id = ANY(${ids}::uuid[]) AND ${SHOWN}
         AND owner_id IS DISTINCT FROM ${owner}::uuid`,
      ),
    /** Skips addresses with {@link MAX_ADDRESS_LABELS}. Returns the number of changes. */
    label: (organisationId: string, ids: readonly string[], label: string, has: boolean): Promise<number> =>
      has
        ? database.execute(
            sql`INSERT INTO address_label (monitored_id, label)
             SELECT id, ${label} FROM monitored_address WHERE organisation_id = ${organisationId} AND id = ANY(${ids}::uuid[])
               AND (SELECT count(*) FROM address_label WHERE monitored_id = id) < ${sql.lit(MAX_ADDRESS_LABELS)} ON CONFLICT DO NOTHING`,
          )
        : database.execute(
            sql`DELETE FROM address_label USING monitored_address WHERE monitored_address.id = monitored_id
             AND organisation_id = ${organisationId} AND monitored_id = ANY(${ids}::uuid[]) AND label = ${label}`,
          ),
  }
}
