import { sql, type Sql } from '@atalaia/database'

/**
 * `found`: rows of `organisation_id`, `address` and `added_at`. Locks their organisations first,
 * against deadlocks (ADR 0064).
 */
const watchFound = (found: Sql) => sql`WITH found AS MATERIALIZED (
    SELECT DISTINCT * FROM (${found}) AS each WHERE NOT EXISTS (SELECT FROM monitored_address AS there
      WHERE there.organisation_id = each.organisation_id AND there.address = each.address)
  ), held AS MATERIALIZED (
    SELECT id FROM organisation WHERE id IN (SELECT organisation_id FROM found) ORDER BY id FOR NO KEY UPDATE
  )
  INSERT INTO monitored_address (organisation_id, address, added_at, by_domain)
  SELECT organisation_id, address, added_at, true FROM found JOIN held ON held.id = organisation_id
  ORDER BY organisation_id, address ON CONFLICT (organisation_id, address) DO NOTHING`

/** For proved domains in an import's table `rows` (M-DOMAIN-5). */
export const discoverIn = (rows: string, importId: string) =>
  watchFound(sql`SELECT watched_domain.organisation_id, staged.local || '@' || watched_domain.domain AS address,
      import.started_at AS added_at
    FROM import CROSS JOIN ${sql.table(rows)} AS staged
    JOIN watched_domain ON watched_domain.host_id = host_id(staged.address, staged.domain) AND proved_at IS NOT NULL
    JOIN covered_source ON covered_source.organisation_id = watched_domain.organisation_id
      AND covered_source.source_id = import.source_id
    WHERE import.id = ${importId} AND EXISTS (SELECT FROM watched_domain WHERE proved_at IS NOT NULL)`)

/** Covers domains proved during an import. */
export const discoverMeanwhile = (importId: string) =>
  watchFound(sql`SELECT watched_domain.organisation_id, found.local || '@' || watched_domain.domain AS address,
      import.started_at AS added_at
    FROM import JOIN watched_domain ON proved_at >= started_at - interval '1 hour'
    JOIN covered_source ON covered_source.organisation_id = watched_domain.organisation_id
      AND covered_source.source_id = import.source_id
    CROSS JOIN LATERAL (
      SELECT DISTINCT credential.local
      FROM credentials_between(domain_from(domain), domain_to(domain), domain_key('@' || domain)) AS credential
      JOIN sighting ON sighting.id = credential.sighting WHERE sighting.import_id = import.id
    ) AS found
    WHERE import.id = ${importId}`)
