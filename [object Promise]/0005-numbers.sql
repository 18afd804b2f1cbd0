-- The numbers of the summary, of the table, of analysis runs and of reports (M-NUM-1 to M-NUM-3): everything that
-- counts leaks reads these views.

-- The sources that count for an organisation. Invented sources count for the demonstration account's organisation
-- alone (M-NUM-14).
CREATE VIEW covered_source AS
SELECT organisation.id AS organisation_id, source.id AS source_id, source.name AS source
FROM organisation JOIN source ON NOT source.fabricated OR organisation.fabricated;

-- The leaks that count for an organisation, for whatever address: a query names both. One row a credential. A leak
-- whose source is unknown counts for nobody.
CREATE VIEW covered_leak AS
SELECT covered_source.organisation_id, leak.address, source_id, covered_source.source, leak.fingerprint, leak.first_seen
FROM leak JOIN covered_source USING (source_id);

-- The numbers of each monitored address: distinct sources, and distinct passwords. The totals of an organisation are
-- their sums. LATERAL looks up each address by the key of leak, whatever the planner knows of the table: a join may
-- scan all leaks instead.
CREATE VIEW address_numbers AS
SELECT monitored_address.id, organisation_id, address, added_at, reported_leaks, reported_passwords, leaks, passwords
FROM monitored_address
CROSS JOIN LATERAL (
  SELECT count(DISTINCT source_id)::int AS leaks,
         (count(DISTINCT fingerprint) FILTER (WHERE fingerprint <> ''))::int AS passwords
  FROM covered_leak
  WHERE covered_leak.organisation_id = monitored_address.organisation_id
    AND covered_leak.address = monitored_address.address
) AS counted;
