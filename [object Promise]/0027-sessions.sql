-- Log-ins that go on. A row is removed when its session ends, and no token that names it is accepted any more.
CREATE TABLE session (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- A browser renews its tokens; a client of the API has one alone.
  kind text NOT NULL CHECK (kind IN ('browser', 'client')),
  -- In few words, after the User-Agent.
  device text NOT NULL,
  -- The block of the address: IPv4 /24, IPv6 /48.
  network text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Written at most once a minute.
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The number of the refresh token that is in force. The token itself is signed, and stored nowhere.
  rotation integer NOT NULL DEFAULT 0,
  rotated_at timestamptz NOT NULL
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_expiry ON session (expires_at);
