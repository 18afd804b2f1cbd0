-- Pages of these origins may call the API with a token of the organisation.
CREATE TABLE allowed_origin (
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  origin text COLLATE "C" NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, origin)
);
CREATE INDEX allowed_origin_origin ON allowed_origin (origin);

-- Servers of portals, which get short-lived tokens for their pages.
CREATE TABLE client (
  id text COLLATE "C" PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  name text NOT NULL,
  -- SHA-256 of a secret with 256 random bits: what cannot be guessed needs no slow hash.
  secret_hash text NOT NULL,
  scopes text NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX client_organisation ON client (organisation_id);
