-- What the operator allows the organisation. Empty: as much as any.
ALTER TABLE organisation
  ADD COLUMN max_addresses integer CHECK (max_addresses >= 0),
  ADD COLUMN max_members integer CHECK (max_members >= 0),
  ADD COLUMN max_keys integer CHECK (max_keys >= 0),
  ADD COLUMN max_domains integer CHECK (max_domains >= 0),
  ADD COLUMN max_origins integer CHECK (max_origins >= 0),
  -- Suspended: its people reach their own accounts alone, and read why. Its data stay.
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspended_because text,
  ADD CONSTRAINT suspended_with_reason CHECK ((suspended_at IS NULL) = (suspended_because IS NULL));
CREATE INDEX organisation_suspended ON organisation (id) WHERE suspended_at IS NOT NULL;

-- Accounts of those who run the installation; named on its machine, by no organisation.
CREATE TABLE installation_operator (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  added_at timestamptz NOT NULL
);
