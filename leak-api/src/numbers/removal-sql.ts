import { sql, type Sql } from '@atalaia/database'
export const removalSql = (imports: Sql, pendingOf: string) => {
  const gone = sql`SELECT report.* FROM report JOIN analysis ON analysis.id = analysis_id
    JOIN import ON import.id = analysis.import_id WHERE ${imports}`
  return {
    lock: sql`SELECT 1 FROM organisation WHERE id IN (
        SELECT organisation_id FROM pending_analysis WHERE import_id = ${pendingOf}
        UNION SELECT organisation_id FROM analysis JOIN import ON import.id = analysis.import_id WHERE ${imports}
      ) ORDER BY id FOR NO KEY UPDATE`,
    // Back to what the last report that stays has told.
    unreport: sql`WITH gone AS (${gone}), first_gone AS (
        SELECT DISTINCT ON (organisation_id, address) organisation_id, address, snapshot FROM gone
        WHERE NOT EXISTS (
          SELECT FROM report AS later WHERE later.organisation_id = gone.organisation_id AND later.address = gone.address
            AND later.serial > gone.serial AND later.id NOT IN (SELECT id FROM gone))
        ORDER BY organisation_id, address, serial
      )
      UPDATE monitored_address SET reported_leaks = (snapshot->>'previousLeaks')::int,
        reported_passwords = (snapshot->>'previousPasswords')::int
      FROM first_gone WHERE first_gone.organisation_id = monitored_address.organisation_id
        AND first_gone.address = monitored_address.address`,
    forget: sql`DELETE FROM analysis USING import WHERE import.id = analysis.import_id AND ${imports}`,
  }
}
export const outdated = (pendingOf: string) => sql`SELECT organisation_id::text AS id FROM monitored_address
  JOIN LATERAL (
    SELECT leaks, passwords FROM analysis WHERE analysis.organisation_id = monitored_address.organisation_id
    ORDER BY day DESC, ran_at DESC, id DESC LIMIT 1
  ) AS last ON true
  WHERE organisation_id IN (SELECT organisation_id FROM pending_analysis WHERE import_id = ${pendingOf})
  GROUP BY organisation_id, last.leaks, last.passwords
  HAVING sum(monitored_address.leaks) <> last.leaks OR sum(monitored_address.passwords) <> last.passwords`
