-- When the account is deleted, because its person asked for it. Empty: nobody has.
ALTER TABLE account ADD COLUMN leaves_at timestamptz;
CREATE INDEX account_leaving ON account (leaves_at) WHERE leaves_at IS NOT NULL;
-- When the organisation is deleted, because an owner asked for it. Empty: nobody has.
ALTER TABLE organisation ADD COLUMN leaves_at timestamptz;
CREATE INDEX organisation_leaving ON organisation (leaves_at) WHERE leaves_at IS NOT NULL;
