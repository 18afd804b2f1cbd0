-- How people call the organisation. Empty: nobody has named it.
ALTER TABLE organisation ADD COLUMN name text NOT NULL DEFAULT '';

-- Who is in which organisation, and as what. account.organisation_id is the organisation that was made for the account:
-- it is always one of these.
CREATE TABLE membership (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'analyst', 'reader', 'auditor')),
  since timestamptz NOT NULL,
  -- When a session of the account entered the organisation last: the next one begins there.
  entered_at timestamptz,
  PRIMARY KEY (account_id, organisation_id)
);
CREATE INDEX membership_organisation ON membership (organisation_id);
INSERT INTO membership (account_id, organisation_id, role, since) SELECT id, organisation_id, 'owner', created_at FROM account;

-- Invitations that wait for their mailbox.
CREATE TABLE invitation (
  id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  mailbox text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'analyst', 'reader', 'auditor')),
  -- SHA-256 of 256 random bits.
  token_hash bytea NOT NULL UNIQUE,
  -- Empty: the account is gone.
  invited_by uuid REFERENCES account ON DELETE SET NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE (organisation_id, mailbox)
);
