-- Credentials in a layout that stays fast at any size (docs/adr/0028). Numbers of monitored addresses are stored, and
-- change with the imports that touch them (M-NUM-15).

-- 64 bits of SHA-256. `text-hash.ts` computes the same.
CREATE FUNCTION hash64(value text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ('x' || left(encode(sha256(convert_to(value, 'UTF8')), 'hex'), 16))::bit(64)::bigint;
CREATE FUNCTION local_part(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN left(address, length(address) - strpos(reverse(address), '@'));
CREATE FUNCTION domain_part(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN right(address, strpos(reverse(address), '@') - 1);
-- 32 bits of the domain's hash, then 32 bits of the local part's: the addresses of a domain are one range of the key.
CREATE FUNCTION address_key(address text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (hash64(domain_part(address)) & -4294967296) | ((hash64(local_part(address)) >> 32) & 4294967295);
-- The other 32 bits of the domain's hash. With key and local part they name one address.
CREATE FUNCTION domain_key(address text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN hash64(domain_part(address))::bit(32)::integer;
CREATE FUNCTION host_id(address_key bigint, domain_key integer) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (address_key & -4294967296) | (domain_key::bigint & 4294967295);

-- Empty: not known, as of all sources before this migration.
ALTER TABLE source
  ADD COLUMN title text,
  ADD COLUMN leaked_on date,
  ADD COLUMN known_on date,
  ADD COLUMN kind text CHECK (kind IN ('breach', 'stealer log', 'combo list', 'paste')),
  ADD COLUMN kinds text[],
  ADD COLUMN verified boolean,
  ADD COLUMN description text,
  ADD COLUMN records bigint,
  ADD COLUMN website text,
  -- What named the source first: an import, flags, or a catalogue.
  ADD COLUMN origin text NOT NULL DEFAULT 'import';

ALTER TABLE import
  ADD COLUMN lines_known bigint NOT NULL DEFAULT 0,
  ADD COLUMN lines_skipped bigint NOT NULL DEFAULT 0,
  -- Empty: an import of before, whose file is not known.
  ADD COLUMN file_hash text,
  ADD COLUMN file_bytes bigint,
  ADD COLUMN imported_by text,
  -- An import that is being removed counts no longer, and the removal can be run again.
  ADD COLUMN removing boolean NOT NULL DEFAULT false;
UPDATE import SET lines_known = lines_read - lines_new - lines_rejected;
CREATE INDEX import_hash ON import (file_hash);

-- Domains of addresses, and hosts of websites.
CREATE TABLE host (
  -- hash64(name): the same in every database.
  id bigint PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  -- By the Public Suffix List; '' for a name without one. Empty: not looked up yet.
  registered text COLLATE "C"
);
CREATE INDEX host_registered ON host (registered);

-- The circumstances that credentials of an import have in common.
CREATE TABLE sighting (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id integer NOT NULL REFERENCES source ON DELETE CASCADE,
  -- Empty: the source had several imports before this migration, and which one it was is not known.
  import_id bigint REFERENCES import ON DELETE CASCADE,
  -- Its number within the import.
  ordinal integer NOT NULL,
  day date NOT NULL,
  -- An id that the leak's reader made of the machine that was robbed.
  machine text,
  -- Kinds of data that stood beside the address. Empty: not known.
  kinds text[],
  -- 'plain', or the kind of a password's hash. Empty: no password.
  secret text,
  UNIQUE (import_id, ordinal)
);
CREATE INDEX sighting_source ON sighting (source_id);

-- One row for each pair of address and password that a source has.
CREATE TABLE credential (
  address bigint NOT NULL,
  -- The fingerprint's first half XOR hash64 of the source's name; without a password hash64 of source and address.
  pair bigint NOT NULL,
  -- Keyed and cut to 16 bytes (RFC 2104 section 5). Empty: a leak without a password.
  fingerprint uuid,
  -- The first one; resighting has the others.
  sighting integer NOT NULL,
  domain integer NOT NULL,
  website bigint,
  -- PLAIN: no tables for long values.
  local text STORAGE PLAIN COLLATE "C" NOT NULL,
  PRIMARY KEY (address, pair)
) PARTITION BY HASH (address);

-- A credential that was seen again: in another import or log, or on another website. The four columns are its key, with
-- an empty website equal to an empty one.
CREATE TABLE resighting (
  address bigint NOT NULL,
  pair bigint NOT NULL,
  sighting integer NOT NULL,
  website bigint,
  UNIQUE NULLS NOT DISTINCT (address, pair, sighting, website)
) PARTITION BY HASH (address);

DO $$ BEGIN
  FOR part IN 0..7 LOOP
    EXECUTE format('CREATE TABLE credential_%s PARTITION OF credential FOR VALUES WITH (MODULUS 8, REMAINDER %s)', part, part);
    EXECUTE format('CREATE TABLE resighting_%s PARTITION OF resighting FOR VALUES WITH (MODULUS 8, REMAINDER %s)', part, part);
  END LOOP;
END $$;
-- The rows of an import lie together: its removal reads their pages alone.
CREATE INDEX credential_sighting ON credential USING brin (sighting) WITH (autosummarize = on);
CREATE INDEX resighting_sighting ON resighting USING brin (sighting) WITH (autosummarize = on);

INSERT INTO host (id, name) SELECT DISTINCT hash64(domain_part(address)), domain_part(address) FROM leak
ON CONFLICT DO NOTHING;

-- A source that was imported once names the import of its rows. The days of later sightings, websites and kinds of data
-- were not kept.
INSERT INTO sighting (source_id, import_id, ordinal, day, secret)
SELECT source_id, sole.id, row_number() OVER (PARTITION BY source_id ORDER BY first_seen, has_password) - 1, first_seen,
       CASE WHEN has_password THEN 'plain' END
FROM (SELECT DISTINCT source_id, first_seen, fingerprint <> '' AS has_password FROM leak) AS seen
JOIN source ON source.id = source_id
LEFT JOIN (SELECT source_id, min(id) AS id FROM import GROUP BY source_id HAVING count(*) = 1) AS sole USING (source_id);

INSERT INTO credential (address, pair, fingerprint, sighting, domain, local)
SELECT address_key(leak.address),
       CASE WHEN leak.fingerprint = '' THEN hash64(source.name || E'\t' || leak.address)
            ELSE ('x' || left(encode(leak.fingerprint, 'hex'), 16))::bit(64)::bigint # hash64(source.name) END,
       nullif(encode(leak.fingerprint, 'hex'), '')::uuid, sighting.id, domain_key(leak.address), local_part(leak.address)
FROM leak JOIN source ON source.id = leak.source_id
JOIN sighting ON sighting.source_id = leak.source_id AND sighting.day = leak.first_seen
  AND (sighting.secret IS NOT NULL) = (leak.fingerprint <> '')
ORDER BY 1, 2 ON CONFLICT DO NOTHING;

DROP VIEW address_numbers;
DROP VIEW covered_leak;
DROP TABLE leak;

ALTER TABLE monitored_address
  ADD COLUMN leaks integer NOT NULL DEFAULT 0,
  ADD COLUMN passwords integer NOT NULL DEFAULT 0,
  ADD COLUMN address_key bigint GENERATED ALWAYS AS (address_key(address)) STORED,
  ADD COLUMN domain_key integer GENERATED ALWAYS AS (domain_key(address)) STORED,
  ADD COLUMN local_part text COLLATE "C" GENERATED ALWAYS AS (local_part(address)) STORED;
CREATE INDEX monitored_address_key ON monitored_address (address_key);

-- The addresses that an import touched, until their organisation's numbers are renewed.
CREATE TABLE pending_analysis (
  import_id bigint NOT NULL REFERENCES import ON DELETE CASCADE,
  organisation_id bigint NOT NULL,
  monitored_id uuid NOT NULL REFERENCES monitored_address ON DELETE CASCADE,
  PRIMARY KEY (import_id, organisation_id, monitored_id)
);
CREATE INDEX pending_analysis_monitored ON pending_analysis (monitored_id);

-- The import that made a run, and the monitored addresses that were in it. Both are empty for a run by the clock, for one
-- of an added address, and for all runs of before.
ALTER TABLE analysis
  ADD COLUMN import_id bigint REFERENCES import ON DELETE CASCADE,
  ADD COLUMN touched text[] COLLATE "C";
CREATE INDEX analysis_import ON analysis (import_id);

-- Credentials as people read them.
CREATE VIEW leak AS
SELECT credential.local || '@' || host.name AS address, sighting.source_id,
       coalesce(uuid_send(credential.fingerprint), '') AS fingerprint, sighting.day AS first_seen, sighting.secret
FROM credential
JOIN sighting ON sighting.id = credential.sighting
JOIN host ON host.id = host_id(credential.address, credential.domain);

-- The leaks that count for an organisation, for whatever address: a query names both. One row a credential.
CREATE VIEW covered_leak AS
SELECT covered_source.organisation_id, credential.address AS address_key, credential.domain AS domain_key,
       credential.local AS local_part, source_id, covered_source.source, sighting.day AS first_seen,
       -- A hash is no password in clear.
       CASE WHEN sighting.secret = 'plain' THEN credential.fingerprint END AS password
FROM credential
JOIN sighting ON sighting.id = credential.sighting
JOIN covered_source USING (source_id);

-- The numbers of each monitored address, counted anew: distinct sources, and distinct passwords. LATERAL looks up each
-- address by the key of credential, whatever the planner knows of the table: a join may scan all credentials instead.
CREATE VIEW counted_address AS
SELECT monitored_address.id, counted.leaks, counted.passwords
FROM monitored_address
CROSS JOIN LATERAL (
  SELECT count(DISTINCT source_id)::int AS leaks, count(DISTINCT password)::int AS passwords
  FROM covered_leak
  WHERE covered_leak.organisation_id = monitored_address.organisation_id
    AND covered_leak.address_key = monitored_address.address_key
    AND covered_leak.domain_key = monitored_address.domain_key
    AND covered_leak.local_part = monitored_address.local_part
) AS counted;

UPDATE monitored_address SET leaks = counted_address.leaks, passwords = counted_address.passwords
FROM counted_address WHERE counted_address.id = monitored_address.id;

-- The numbers of each monitored address, as they were counted last. The totals of an organisation are their sums.
CREATE VIEW address_numbers AS
SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, leaks, passwords
FROM monitored_address;
