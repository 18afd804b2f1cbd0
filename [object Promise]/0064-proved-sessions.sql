-- The last proof of the person of a session: its login, or a later one (P-SESSION-28). Empty for sessions from before, whose login it was.
ALTER TABLE session ADD COLUMN proved_at timestamptz;

-- `proof`: a session proves its person again by a passkey.
ALTER TABLE factor_challenge DROP CONSTRAINT factor_challenge_purpose_check;
ALTER TABLE factor_challenge
  ADD CONSTRAINT factor_challenge_purpose_check CHECK (purpose IN ('login', 'passkey', 'enrol', 'proof'));
