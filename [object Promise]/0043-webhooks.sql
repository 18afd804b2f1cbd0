-- Other systems that an organisation has told of new findings by signed calls.
CREATE TABLE webhook (
  id uuid PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  name text NOT NULL,
  template text NOT NULL CHECK (template IN ('atalaia', 'slack', 'teams')),
  -- The least severe level that is told.
  least text NOT NULL CHECK (least IN ('baixa', 'media', 'alta', 'critica')),
  active boolean NOT NULL DEFAULT true,
  -- Encrypted with a key that is not in the database. Of a chat's webhook the address is the secret.
  address bytea NOT NULL,
  secret bytea NOT NULL,
  -- It signs as well until then.
  old_secret bytea,
  old_secret_until timestamptz,
  created_at timestamptz NOT NULL,
  -- As in alert_setting: the last run whose findings were taken, and the next look.
  run_id bigint NOT NULL,
  due_at timestamptz,
  -- While a process is at one of its deliveries, the time from which another one may go on.
  sending_until timestamptz,
  -- Webhooks take turns by it.
  tried_at timestamptz,
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL))
);
CREATE INDEX webhook_organisation ON webhook (organisation_id);
CREATE INDEX webhook_due ON webhook (due_at);

-- One row for each webhook and finding: what has a row is never told again.
CREATE TABLE webhook_finding (
  webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  monitored_id uuid NOT NULL REFERENCES monitored_address ON DELETE CASCADE,
  source_id integer NOT NULL REFERENCES source ON DELETE CASCADE,
  -- Empty: taken from a run, and not told yet.
  outcome text CHECK (outcome IN ('told', 'below')),
  ended_at timestamptz,
  PRIMARY KEY (webhook_id, monitored_id, source_id),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX webhook_finding_waiting ON webhook_finding (webhook_id) WHERE outcome IS NULL;
CREATE INDEX webhook_finding_monitored ON webhook_finding (monitored_id);
CREATE INDEX webhook_finding_source ON webhook_finding (source_id);

-- The queue of calls. Its id is the idempotency id: each attempt carries the same one.
CREATE TABLE webhook_delivery (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('findings', 'ping')),
  -- JSON. Empty once it was delivered.
  body text,
  added_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- Given up from then on.
  expires_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  tried_at timestamptz,
  last_status integer,
  -- A code, where there was no answer.
  last_failure text,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('delivered', 'dead')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook_id, added_at);
CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE ended_at IS NULL;

-- Findings that a key's reader has gone past while their address was not watched: it is told of them once it is watched again.
CREATE TABLE finding_passed (
  key_id uuid NOT NULL REFERENCES api_key ON DELETE CASCADE,
  monitored_id uuid NOT NULL REFERENCES monitored_address ON DELETE CASCADE,
  source_id integer NOT NULL REFERENCES source ON DELETE CASCADE,
  PRIMARY KEY (key_id, monitored_id, source_id)
);
CREATE INDEX finding_passed_monitored ON finding_passed (monitored_id);
CREATE INDEX finding_passed_source ON finding_passed (source_id);
-- Set: the finding stands in the order a second time, for the reader with that key alone.
ALTER TABLE finding ADD COLUMN key_id uuid REFERENCES api_key ON DELETE CASCADE;
ALTER TABLE finding DROP CONSTRAINT finding_monitored_id_source_id_key;
CREATE UNIQUE INDEX finding_once ON finding (monitored_id, source_id, key_id) NULLS NOT DISTINCT;
