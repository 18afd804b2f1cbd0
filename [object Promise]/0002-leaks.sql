CREATE TABLE source (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  fabricated boolean NOT NULL DEFAULT false
);

CREATE TABLE import (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id integer NOT NULL REFERENCES source ON DELETE CASCADE,
  file_name text NOT NULL,
  leaked_on date NOT NULL,
  started_at timestamptz NOT NULL,
  -- Empty: still running, or cut off.
  finished_at timestamptz,
  lines_read bigint NOT NULL DEFAULT 0,
  lines_new bigint NOT NULL DEFAULT 0,
  lines_rejected bigint NOT NULL DEFAULT 0
);
CREATE INDEX import_source ON import (source_id);

-- One row a credential. The key leads with the address: an organisation's numbers are a few short ranges of it.
-- COLLATE "C" compares bytes, which is several times faster to sort and to look up.
-- source_id has no foreign key: its check of each row would cost as much as the row.
CREATE TABLE leak (
  address text COLLATE "C" NOT NULL,
  source_id integer NOT NULL,
  -- Keyed and cut to 16 bytes (RFC 2104 section 5); empty for a leak without a password.
  fingerprint bytea NOT NULL,
  first_seen date NOT NULL,
  PRIMARY KEY (address, source_id, fingerprint)
);
