-- Reads the pairs of an address twice instead of setting them aside: those of 150,000 rows went to the disk (P-ADDRESS-3).
CREATE OR REPLACE FUNCTION sightings_of(address bigint, domain integer, local text)
RETURNS TABLE (pair bigint, fingerprint uuid, sighting integer, website bigint, first boolean)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT pair, fingerprint, sighting, website, true FROM credential
  WHERE credential.address = $1 AND credential.domain = $2 AND credential.local = $3
  UNION ALL
  SELECT own.pair, fingerprint, again.sighting, again.website, false FROM credential AS own
  JOIN resighting AS again ON again.address = own.address AND again.pair = own.pair
  WHERE own.address = $1 AND own.domain = $2 AND own.local = $3
$$;
