-- The provider by which the person came in, as addresses name it. Empty: a password or a passkey.
ALTER TABLE session ADD COLUMN provider text COLLATE "C";
ALTER TABLE factor_challenge ADD COLUMN provider text COLLATE "C";

-- Alerts are asked for in each organisation that a person is in.
ALTER TABLE alert_setting DROP CONSTRAINT alert_setting_pkey;
ALTER TABLE alert_setting ADD PRIMARY KEY (account_id, organisation_id, channel);
