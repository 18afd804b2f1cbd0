-- Domains whose addresses an organisation watches, once it has proved that the domain is its own. Several organisations may
-- have proved the same one.
CREATE TABLE watched_domain (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  domain text COLLATE "C" NOT NULL,
  -- hash64 of the domain: the id of the host that credentials name.
  host_id bigint GENERATED ALWAYS AS (hash64(domain)) STORED,
  -- What the organisation publishes, of this organisation and domain alone.
  token text NOT NULL,
  added_at timestamptz NOT NULL,
  -- Empty: not proved yet, or the proof was lost.
  proved_at timestamptz,
  proved_by text CHECK (proved_by IN ('dns', 'file')),
  lost_at timestamptz,
  checked_at timestamptz,
  -- The outcome of the last check, where it was no proof.
  fault text CHECK (fault IN ('absent', 'different', 'unreachable')),
  -- Since when no check has found the proof.
  failing_since timestamptz,
  -- Empty: it is checked by hand alone.
  next_check_at timestamptz,
  UNIQUE (organisation_id, domain)
);
CREATE INDEX watched_domain_host ON watched_domain (host_id) WHERE proved_at IS NOT NULL;
CREATE INDEX watched_domain_due ON watched_domain (next_check_at);

ALTER TABLE monitored_address
  -- It came with a proved domain, and nobody added it.
  ADD COLUMN by_domain boolean NOT NULL DEFAULT false,
  -- Not watched: its owner has not said yes, and its domain is not proved. Its numbers are 0, and no call tells more.
  ADD COLUMN watched boolean NOT NULL DEFAULT true;

-- The credentials of a domain are one range of the key.
CREATE FUNCTION domain_from(domain text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN hash64(domain) & -4294967296;
CREATE FUNCTION domain_to(domain text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN hash64(domain) | 4294967295;
