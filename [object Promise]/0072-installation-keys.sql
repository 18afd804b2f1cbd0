-- The keys that sign tokens and links, by their ids: all servers on this database have them, and sign with the current one.
CREATE TABLE installation_key (
  purpose text NOT NULL CHECK (purpose IN ('token', 'link')),
  id text COLLATE "C" NOT NULL,
  -- A former key is only read with, a retired one no longer.
  state text NOT NULL CHECK (state IN ('current', 'former', 'retired')),
  -- Of the state.
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (purpose, id)
);
CREATE UNIQUE INDEX installation_key_current ON installation_key (purpose) WHERE state = 'current';

-- The servers that run, and the keys that they have: a key becomes the current one once all have it.
CREATE TABLE key_holder (
  id uuid NOT NULL PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  held text[] NOT NULL,
  -- Those that it signs with.
  used text[] NOT NULL,
  seen_at timestamptz NOT NULL
);
