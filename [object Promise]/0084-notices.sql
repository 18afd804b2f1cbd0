-- A notice to the person whose address leaked. The person has no account and answers by a link.
CREATE TABLE notice (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  monitored_id uuid NOT NULL REFERENCES monitored_address ON DELETE CASCADE,
  -- NULL: the account is gone.
  account_id uuid REFERENCES account ON DELETE SET NULL,
  incident_id uuid REFERENCES incident ON DELETE SET NULL,
  language text NOT NULL CHECK (language IN ('pt', 'en', 'es')),
  above text NOT NULL,
  below text NOT NULL,
  sent_at timestamptz NOT NULL,
  -- Of the newest link.
  expires_at timestamptz NOT NULL,
  bounced_at timestamptz,
  opened_at timestamptz,
  answer text CHECK (answer IN ('conferida', 'declarada', 'vazada', 'nao-e-meu')),
  answered_at timestamptz,
  reminders smallint NOT NULL DEFAULT 0 CHECK (reminders <= 2),
  reminded_at timestamptz,
  -- Codes of the checklist that the person has ticked.
  ticks text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX notice_address ON notice (monitored_id, sent_at DESC);
CREATE INDEX notice_organisation ON notice (organisation_id, sent_at DESC);
CREATE INDEX notice_account ON notice (account_id);
CREATE INDEX notice_incident ON notice (incident_id) WHERE incident_id IS NOT NULL;

-- The cases that a notice tells of.
CREATE TABLE notice_case (
  notice_id uuid NOT NULL REFERENCES notice ON DELETE CASCADE,
  source text NOT NULL,
  PRIMARY KEY (notice_id, source)
);

-- Each mail of a notice has its own link.
CREATE TABLE notice_link (
  -- SHA-256 of 256 random bits.
  token_hash bytea PRIMARY KEY,
  notice_id uuid NOT NULL REFERENCES notice ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  -- Passwords that the API has evaluated for it.
  evaluations smallint NOT NULL DEFAULT 0 CHECK (evaluations <= 10)
);
CREATE INDEX notice_link_notice ON notice_link (notice_id);

-- A mailbox that takes no further notices of an organisation.
CREATE TABLE notice_stop (
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  address text COLLATE "C" NOT NULL,
  stopped_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, address)
);

-- Days until a reminder. NULL: none is sent.
ALTER TABLE organisation ADD COLUMN notice_reminder_days smallint CHECK (notice_reminder_days BETWEEN 1 AND 30);

-- The oblivious tag of a clear password (RFC 9497), for rows of addresses that were watched at their import.
CREATE TABLE proof_tag (
  address bigint NOT NULL,
  pair bigint NOT NULL,
  tag bytea NOT NULL CHECK (octet_length(tag) = 16),
  PRIMARY KEY (address, pair)
);

-- Lines of a case's history about its notices.
ALTER TABLE case_event DROP CONSTRAINT case_event_kind_check;
ALTER TABLE case_event ADD CONSTRAINT case_event_kind_check
  CHECK (kind IN ('mudanca', 'reabertura', 'reabertura-desfeita', 'desfazer', 'passo', 'aviso'));

-- Notices of an incident: the register keeps the numbers when addresses go.
ALTER TABLE incident
  ADD COLUMN notices_sent integer NOT NULL DEFAULT 0,
  ADD COLUMN notices_opened integer NOT NULL DEFAULT 0,
  ADD COLUMN first_notice_at timestamptz,
  ADD COLUMN last_notice_at timestamptz;
