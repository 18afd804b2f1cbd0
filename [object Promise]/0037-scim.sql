-- The people whom an organisation's directory has provisioned (SCIM). Whoever has not come in yet has no account here.
CREATE TABLE scim_user (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  -- As the directory wrote them.
  user_name text NOT NULL,
  email text NOT NULL,
  external_id text,
  -- The address in its one spelling.
  mailbox text COLLATE "C" NOT NULL,
  active boolean NOT NULL,
  -- The account that is, or was, a member as this person. Empty: nobody has come in yet.
  account_id uuid REFERENCES account ON DELETE SET NULL,
  -- The role that the account had when it was deactivated.
  role text CHECK (role IN ('owner', 'admin', 'analyst', 'reader', 'auditor')),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (organisation_id, mailbox)
);
CREATE UNIQUE INDEX scim_user_name ON scim_user (organisation_id, lower(user_name));
CREATE UNIQUE INDEX scim_user_account ON scim_user (organisation_id, account_id);
CREATE INDEX scim_user_of ON scim_user (account_id);
