-- Alerts: what each person wants to be told of and when, and what has been told.
CREATE TABLE alert_setting (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('email')),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  frequency text NOT NULL CHECK (frequency IN ('nunca', 'imediata', 'diaria', 'semanal')),
  -- The least severe level that is told.
  least text NOT NULL CHECK (least IN ('baixa', 'media', 'alta', 'critica')),
  -- The last run of the organisation whose findings were taken. Runs are committed in the order of their ids.
  run_id bigint NOT NULL,
  -- The next look. While a process is at it, the time from which another one may take it over. Empty: nothing to look for.
  due_at timestamptz,
  mailed_at timestamptz,
  PRIMARY KEY (account_id, channel)
);
CREATE INDEX alert_setting_due ON alert_setting (due_at);
CREATE INDEX alert_setting_organisation ON alert_setting (organisation_id);

-- One row for each person, channel and finding, which is a pair of address and source: what has a row is never told again.
CREATE TABLE alert (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  channel text NOT NULL,
  monitored_id uuid NOT NULL REFERENCES monitored_address ON DELETE CASCADE,
  source_id integer NOT NULL REFERENCES source ON DELETE CASCADE,
  -- Empty: taken from a run, and not told yet.
  outcome text CHECK (outcome IN ('told', 'below')),
  ended_at timestamptz,
  PRIMARY KEY (account_id, channel, monitored_id, source_id),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX alert_waiting ON alert (account_id, channel) WHERE outcome IS NULL;
CREATE INDEX alert_monitored ON alert (monitored_id);
CREATE INDEX alert_source ON alert (source_id);

-- The link by which the recipient stops mails of its kind.
ALTER TABLE mail ADD COLUMN stop_link text;
