-- What the program must find again in this database, such as the proof of its fingerprint key.
CREATE TABLE setting (
  name text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE organisation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Made by the demonstration account: its data is invented.
  fabricated boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);

CREATE TABLE account (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  email text COLLATE "C" NOT NULL UNIQUE,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX account_organisation ON account (organisation_id);
