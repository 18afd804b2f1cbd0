-- The networks from which an account was logged in to, so that strangers' wrong guesses do not delay its people there.
CREATE TABLE known_network (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Keyed and cut to 16 bytes: the database alone tells nobody's address.
  network bytea NOT NULL,
  last_login timestamptz NOT NULL,
  PRIMARY KEY (account_id, network)
);
