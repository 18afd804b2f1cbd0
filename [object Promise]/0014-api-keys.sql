-- Keys by which other systems call the API for an organisation.
CREATE TABLE api_key (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  name text NOT NULL,
  -- SHA-256 of 128 random bits: what cannot be guessed needs no slow hash.
  key_hash bytea NOT NULL UNIQUE,
  -- Its first digits, by which a person finds it in a configuration.
  beginning text NOT NULL,
  scopes text NOT NULL,
  created_at timestamptz NOT NULL,
  -- To the minute.
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_key_organisation ON api_key (organisation_id);

-- The entry of a catalogue in the format of Have I Been Pwned, as it was told last. Empty: no catalogue has the source.
ALTER TABLE source ADD COLUMN catalogue jsonb;

-- The monitored addresses of one domain.
CREATE INDEX monitored_address_domain ON monitored_address (organisation_id, domain_key);

-- The websites whose credentials leaked, for whatever address: a query names organisation and address.
CREATE VIEW covered_website AS
SELECT covered_source.organisation_id, credential.address AS address_key, credential.domain AS domain_key,
       credential.local AS local_part, covered_source.source_id, seen.website
FROM credential
CROSS JOIN LATERAL (
  SELECT credential.website
  UNION
  SELECT resighting.website FROM resighting
  WHERE resighting.address = credential.address AND resighting.pair = credential.pair
) AS seen
JOIN sighting ON sighting.id = credential.sighting
JOIN covered_source USING (source_id)
WHERE seen.website IS NOT NULL;
