-- Codes that mailboxes were sent, until somebody of the organisation gives them back: the mailbox has said yes.
CREATE TABLE mailbox_code (
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  mailbox text COLLATE "C" NOT NULL,
  -- SHA-256 of 50 random bits, which end soon and have few attempts.
  code_hash bytea NOT NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organisation_id, mailbox)
);

-- When the mailbox said yes. Empty: it has not.
ALTER TABLE monitored_address ADD COLUMN confirmed_at timestamptz;

ALTER TABLE watched_domain DROP CONSTRAINT watched_domain_proved_by_check;
ALTER TABLE watched_domain ADD CONSTRAINT watched_domain_proved_by_check CHECK (proved_by IN ('dns', 'file', 'mail'));
