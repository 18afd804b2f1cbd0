-- Steps of the checklist of an address that somebody has done (P-ADDRESS-7).
CREATE TABLE address_step (
  monitored_id uuid NOT NULL REFERENCES monitored_address ON DELETE CASCADE,
  step text COLLATE "C" NOT NULL,
  done_at timestamptz NOT NULL,
  -- Empty: the account is gone.
  account_id uuid REFERENCES account ON DELETE SET NULL,
  PRIMARY KEY (monitored_id, step)
);
