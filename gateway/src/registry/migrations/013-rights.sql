-- A CI job that may act on a remote: tokens of this issuer that say all of these claims.
CREATE TABLE gateway.publisher (
  id text PRIMARY KEY,
  remote text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('github', 'gitlab', 'buildkite', 'claims')),
  issuer text NOT NULL,
  -- Names of claims, and the value of each.
  claims jsonb NOT NULL,
  may jsonb NOT NULL,
  -- Ids of the repository as its first exchange told them: a repository that takes over the name has others.
  pinned jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  removed_at timestamptz
);
CREATE UNIQUE INDEX publisher_once ON gateway.publisher (remote, issuer, claims) WHERE removed_at IS NULL;

CREATE TABLE gateway.person (
  email text PRIMARY KEY,
  operator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE gateway.member (
  email text NOT NULL REFERENCES gateway.person (email) ON DELETE CASCADE,
  team text NOT NULL,
  may jsonb NOT NULL,
  PRIMARY KEY (email, team)
);
-- A remote is owned by one team.
CREATE TABLE gateway.team_remote (remote text PRIMARY KEY, team text NOT NULL);

-- A key is of a remote, or of a person. Without an end: made before there were ends, or on purpose.
ALTER TABLE gateway.deploy_token
  ALTER COLUMN remote DROP NOT NULL,
  ADD COLUMN ends_at timestamptz,
  ADD COLUMN may jsonb NOT NULL DEFAULT '["publish", "promote", "rollback"]',
  ADD COLUMN person text,
  ADD COLUMN publisher text REFERENCES gateway.publisher (id),
  ADD CONSTRAINT key_of_one CHECK ((remote IS NULL) = (person IS NOT NULL));

-- Identity tokens that were exchanged; none is taken twice.
CREATE TABLE gateway.exchanged_identity (
  issuer text NOT NULL,
  -- SHA-256 of its id, hexadecimal.
  identity text NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (issuer, identity)
);
CREATE INDEX exchanged_until ON gateway.exchanged_identity (until);

-- How often identity tokens were exchanged and refused, by day (UTC). A remote without publishers is counted as ''.
CREATE TABLE gateway.exchange_count (
  day date NOT NULL,
  remote text NOT NULL,
  outcome text NOT NULL,
  count integer NOT NULL,
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (day, remote, outcome)
);

-- Each act about rights, for ever.
CREATE TABLE gateway.right_act (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  act text NOT NULL,
  who text NOT NULL,
  -- The remote, team or person that the right is about.
  about text NOT NULL,
  detail text NOT NULL
);
