-- One immutable build of one remote. A pruned one keeps its row, so that its version is never taken by other content.
CREATE TABLE gateway.artifact (
  name text NOT NULL,
  version text NOT NULL,
  digest text NOT NULL,
  descriptor jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  published_by text NOT NULL,
  promoted_at timestamptz,
  pruned_at timestamptz,
  PRIMARY KEY (name, version)
);

-- Each change of a channel, for ever.
CREATE TABLE gateway.move (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  remote text NOT NULL,
  channel text NOT NULL,
  action text NOT NULL CHECK (action IN ('promote', 'canary', 'rollback')),
  -- What everyone gets after the move; null: nothing that was published.
  version text,
  -- What everyone got before it.
  previous text,
  candidate text,
  percent integer,
  who text NOT NULL,
  why text,
  -- The gate's reasons that were overruled.
  overruled jsonb NOT NULL DEFAULT '[]',
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX move_of_remote ON gateway.move (remote, channel, id);

CREATE TABLE gateway.channel (
  remote text NOT NULL,
  channel text NOT NULL,
  version text,
  candidate text,
  percent integer,
  move integer NOT NULL REFERENCES gateway.move (id),
  PRIMARY KEY (remote, channel),
  CHECK ((candidate IS NULL) = (percent IS NULL))
);

-- Changes with every move; gateways that miss a notice see it here.
CREATE TABLE gateway.revision (value integer NOT NULL);
INSERT INTO gateway.revision VALUES (0);

CREATE TABLE gateway.deploy_token (
  id text PRIMARY KEY,
  remote text NOT NULL,
  label text NOT NULL,
  -- SHA-256, hexadecimal.
  hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);

CREATE TABLE gateway.setting (key text PRIMARY KEY, value text NOT NULL);

-- The shells that gateways serve, so that a promotion is checked against each.
CREATE TABLE gateway.shell (id text PRIMARY KEY, manifest jsonb NOT NULL, seen_at timestamptz NOT NULL DEFAULT now());

-- Who was seen to use an exposed module: the shell, or the origin of a portal.
CREATE TABLE gateway.module_use (
  remote text NOT NULL,
  module text NOT NULL,
  consumer text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (remote, module, consumer)
);

-- How a move's version ended in each browser; one row a browser.
CREATE TABLE gateway.activation (
  move integer NOT NULL REFERENCES gateway.move (id),
  browser text NOT NULL,
  address text NOT NULL,
  failed boolean NOT NULL,
  PRIMARY KEY (move, browser)
);
