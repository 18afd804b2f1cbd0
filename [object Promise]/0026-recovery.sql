-- When the account's mailbox followed a link that was sent to it. Empty: it has not.
ALTER TABLE account ADD COLUMN mailbox_proved_at timestamptz;
-- Raised when all sessions of the account end: tokens name the generation that they were issued in.
ALTER TABLE account ADD COLUMN session_generation integer NOT NULL DEFAULT 0;

-- Links that mailboxes of accounts were sent, until one is followed.
CREATE TABLE account_link (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('proof', 'reset')),
  -- SHA-256 of 256 random bits.
  token_hash bytea NOT NULL UNIQUE,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, purpose)
);
