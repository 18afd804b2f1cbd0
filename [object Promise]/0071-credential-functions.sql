-- Credentials are looked up by these functions, so that the two tables can be distributed (docs/adr/0070). PostgreSQL puts the
-- text of a function into the query that calls it; `distribute.ts` makes functions of them that run on their own.

-- The pairs of an address.
CREATE FUNCTION credentials_of(address bigint, domain integer, local text)
RETURNS TABLE (pair bigint, fingerprint uuid, sighting integer, website bigint) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT pair, fingerprint, sighting, website FROM credential
  WHERE credential.address = $1 AND credential.domain = $2 AND credential.local = $3
$$;

-- The pairs of an address by all their sightings. `first`: the one that brought the pair.
CREATE FUNCTION sightings_of(address bigint, domain integer, local text)
RETURNS TABLE (pair bigint, fingerprint uuid, sighting integer, website bigint, first boolean)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH own AS (
    SELECT pair, fingerprint, sighting, website FROM credential
    WHERE credential.address = $1 AND credential.domain = $2 AND credential.local = $3
  )
  SELECT pair, fingerprint, sighting, website, true FROM own
  UNION ALL
  SELECT own.pair, fingerprint, again.sighting, again.website, false FROM own
  JOIN resighting AS again ON again.address = $1 AND again.pair = own.pair
$$;

-- The credentials of a domain, which are one range of the key.
CREATE FUNCTION credentials_between(low bigint, high bigint, domain integer)
RETURNS TABLE (local text, sighting integer) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT credential.local, credential.sighting FROM credential
  WHERE credential.address BETWEEN $1 AND $2 AND credential.domain = $3
$$;

-- The leaks of an address that count for an organisation. One row a credential.
CREATE FUNCTION covered_leaks_of(organisation bigint, address bigint, domain integer, local text)
RETURNS TABLE (source_id integer, source text, first_seen date, password uuid) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT covered_source.source_id, covered_source.source, sighting.day,
         -- A hash is no password in clear.
         CASE WHEN sighting.secret = 'plain' THEN credential.fingerprint END
  FROM credentials_of($2, $3, $4) AS credential
  JOIN sighting ON sighting.id = credential.sighting
  JOIN covered_source ON covered_source.source_id = sighting.source_id AND covered_source.organisation_id = $1
$$;

-- The websites of an address's credentials that count for an organisation.
CREATE FUNCTION covered_websites_of(organisation bigint, address bigint, domain integer, local text)
RETURNS TABLE (source_id integer, website bigint) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT DISTINCT covered_source.source_id, seen.website
  FROM sightings_of($2, $3, $4) AS seen
  JOIN sighting ON sighting.id = seen.sighting
  JOIN covered_source ON covered_source.source_id = sighting.source_id AND covered_source.organisation_id = $1
  WHERE seen.website IS NOT NULL
$$;

CREATE OR REPLACE VIEW counted_address AS
SELECT monitored_address.id, counted.leaks, counted.passwords
FROM monitored_address
CROSS JOIN LATERAL (
  SELECT count(DISTINCT source_id)::int AS leaks, count(DISTINCT password)::int AS passwords
  FROM covered_leaks_of(organisation_id, address_key, domain_key, local_part)
) AS counted;

-- The version before reads these two views; the next one drops them.
COMMENT ON VIEW covered_leak IS 'Read by older versions alone: covered_leaks_of';
COMMENT ON VIEW covered_website IS 'Read by older versions alone: covered_websites_of';
