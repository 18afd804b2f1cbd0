-- Browsers that a person has asked to show alerts about an organisation (web push). Who leaves the organisation takes them along.
CREATE TABLE push_subscription (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  organisation_id bigint NOT NULL,
  -- The session that asked. Empty: it has ended by itself.
  session_id uuid REFERENCES session ON DELETE SET NULL,
  -- In few words, after the User-Agent.
  device text NOT NULL,
  -- SHA-256. Whoever knows the address may send to it.
  endpoint_hash bytea NOT NULL,
  -- Address and keys, encrypted with a key that is not in the database.
  target bytea NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  UNIQUE (account_id, organisation_id, endpoint_hash),
  FOREIGN KEY (account_id, organisation_id) REFERENCES membership ON DELETE CASCADE
);
CREATE INDEX push_subscription_endpoint ON push_subscription (endpoint_hash);
CREATE INDEX push_subscription_session ON push_subscription (session_id);

ALTER TABLE alert_setting DROP CONSTRAINT alert_setting_channel_check;
ALTER TABLE alert_setting ADD CONSTRAINT alert_setting_channel_check CHECK (channel IN ('email', 'push'));

-- The queue has messages of two channels: those to a mailbox, and those to a browser, which go with it.
ALTER TABLE mail
  ALTER COLUMN recipient DROP NOT NULL,
  ADD COLUMN subscription_id uuid REFERENCES push_subscription ON DELETE CASCADE,
  ADD CONSTRAINT mail_one_target CHECK ((recipient IS NULL) <> (subscription_id IS NULL));
CREATE INDEX mail_subscription ON mail (subscription_id) WHERE subscription_id IS NOT NULL;
