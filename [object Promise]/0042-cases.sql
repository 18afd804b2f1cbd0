-- Cases: what an organisation has decided about an address in a source (P-CASE-1). One that nobody has touched has no row,
-- and is new.
CREATE TABLE leak_case (
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  monitored_id uuid NOT NULL REFERENCES monitored_address ON DELETE CASCADE,
  -- By its name: a source that goes with its last import and comes again is the same one.
  source text NOT NULL,
  state text NOT NULL DEFAULT 'novo' CHECK (state IN ('novo', 'em-andamento', 'tratado', 'nao-e-nosso', 'aceito')),
  owner_id uuid REFERENCES account ON DELETE SET NULL,
  due_on date,
  note text NOT NULL DEFAULT '',
  -- Raised by each change, steps excepted. 0: nobody has changed it.
  version integer NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL,
  -- Whether the source has the address, as it was counted last: its import may have been undone.
  found boolean NOT NULL DEFAULT true,
  -- The evidence when the case was closed: the newest import, its file, the last day, and a hash of the passwords' keys.
  known_import bigint NOT NULL DEFAULT 0,
  known_file text,
  known_day date,
  known_passwords text,
  -- The import whose newer evidence has opened it again, and the case before that, until somebody acts.
  reopened_by bigint,
  closed_state text,
  closed_due date,
  reopened_at timestamptz,
  PRIMARY KEY (monitored_id, source)
);
CREATE INDEX leak_case_changed ON leak_case (organisation_id, changed_at DESC);
CREATE INDEX leak_case_owner ON leak_case (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX leak_case_reopened ON leak_case (reopened_by) WHERE reopened_by IS NOT NULL;

-- Steps of its checklist that somebody has done.
CREATE TABLE case_step (
  monitored_id uuid NOT NULL,
  source text NOT NULL,
  step text COLLATE "C" NOT NULL,
  done_at timestamptz NOT NULL,
  -- Empty: the account is gone.
  account_id uuid REFERENCES account ON DELETE SET NULL,
  PRIMARY KEY (monitored_id, source, step),
  FOREIGN KEY (monitored_id, source) REFERENCES leak_case ON DELETE CASCADE
);
CREATE INDEX case_step_account ON case_step (account_id);

-- Its history. Rows are only ever added.
CREATE TABLE case_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  monitored_id uuid NOT NULL,
  source text NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('mudanca', 'reabertura', 'reabertura-desfeita', 'desfazer', 'passo')),
  -- Empty: the system, or an account that is gone.
  account_id uuid REFERENCES account ON DELETE SET NULL,
  -- The version that it made.
  version integer NOT NULL,
  -- Of the changes that were made together.
  batch uuid,
  import_id bigint,
  -- [{campo, de, para}]; owners by their ids.
  changes jsonb NOT NULL,
  -- The row before it, for changes that can be undone.
  before jsonb,
  FOREIGN KEY (monitored_id, source) REFERENCES leak_case ON DELETE CASCADE
);
CREATE INDEX case_event_case ON case_event (monitored_id, source, id DESC);
CREATE INDEX case_event_batch ON case_event (batch) WHERE batch IS NOT NULL;
CREATE INDEX case_event_account ON case_event (account_id);

-- The part of its numbers that is closed: sources whose case is, and passwords that no source with an open case has.
ALTER TABLE monitored_address
  ADD COLUMN closed_leaks integer NOT NULL DEFAULT 0,
  ADD COLUMN closed_passwords integer NOT NULL DEFAULT 0;
CREATE OR REPLACE VIEW address_numbers AS
SELECT id, organisation_id, address, added_at, reported_leaks, reported_passwords, leaks, passwords, closed_leaks, closed_passwords
FROM monitored_address;

-- Rows of leak_case, case_step and case_event of the address, as JSON.
ALTER TABLE removed_address ADD COLUMN cases jsonb NOT NULL DEFAULT '{"cases": [], "steps": [], "events": []}';
