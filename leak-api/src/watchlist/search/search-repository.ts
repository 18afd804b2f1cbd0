import {
  addressHitSchema,
  incidentHitSchema,
  SEARCH_HITS,
  sourceHitSchema,
  type SearchHits,
} from '@atalaia/contracts/search'
import { type Queryable, sql } from '@atalaia/database'

const LIMIT = sql.lit(SEARCH_HITS)

/** The search of our own pages. Every call names the organisation: nothing is reached without it. */
export type SearchRepository = {
  /** Visible addresses with the text in lower case. Addresses that begin with it come first. */
  addresses(organisationId: string, text: string): Promise<SearchHits['enderecos']>
  /** The sources that count for it, by name or title. */
  sources(organisationId: string, text: string): Promise<SearchHits['fontes']>
  /** Its incidents by name or number, the newest first. */
  incidents(organisationId: string, text: string): Promise<SearchHits['incidentes']>
}

export const createSearchRepository = (database: Queryable): SearchRepository => ({
  addresses: (organisationId, text) =>
    database.query(
      addressHitSchema,
      sql`SELECT id::text, address AS email FROM monitored_address
       WHERE organisation_id = ${organisationId}::bigint AND (watched OR NOT by_domain) AND strpos(address, ${text}) > 0
       ORDER BY strpos(address, ${text}), address LIMIT ${LIMIT}`,
    ),
  sources: (organisationId, text) =>
    database.query(
      sourceHitSchema,
      sql`SELECT covered_source.source AS fonte, title AS titulo
       FROM covered_source JOIN source ON source.id = source_id
       WHERE organisation_id = ${organisationId}::bigint
         AND strpos(lower(covered_source.source || ' ' || coalesce(title, '')), ${text}) > 0
         AND EXISTS (SELECT FROM import WHERE import.source_id = covered_source.source_id AND finished_at IS NOT NULL)
       ORDER BY covered_source.source LIMIT ${LIMIT}`,
    ),
  incidents: (organisationId, text) =>
    database.query(
      incidentHitSchema,
      sql`SELECT id::text, number AS numero, facts->>'nome' AS nome FROM incident
       WHERE organisation_id = ${organisationId}::bigint
         AND (strpos(lower(facts->>'nome'), ${text}) > 0 OR 'nº ' || number = ${text} OR 'incidente ' || number = ${text})
       ORDER BY number DESC LIMIT ${LIMIT}`,
    ),
})
