-- Whether the organisation's people need a second factor for more than setting one up.
ALTER TABLE organisation ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;

-- Authenticator apps (RFC 6238), one for an account.
CREATE TABLE authenticator_app (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  -- AES-256-GCM, with a key that is not in the database.
  sealed_secret bytea NOT NULL,
  -- Empty: nobody has given a code of it yet, so that it counts for nothing.
  confirmed_at timestamptz,
  -- The 30 s of the last code that was taken: none works twice.
  last_step integer NOT NULL DEFAULT 0
);

CREATE TABLE passkey (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- As the authenticator named it, base64url.
  credential_id text COLLATE "C" NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Of signatures. Authenticators that do not count say 0.
  counter bigint NOT NULL,
  -- Separated by commas; hints for the browser alone.
  transports text NOT NULL,
  name text NOT NULL,
  added_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_account ON passkey (account_id);

-- Codes that have not been used.
CREATE TABLE recovery_code (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Keyed: the database alone tells no code.
  code_hash bytea NOT NULL,
  PRIMARY KEY (account_id, code_hash)
);

-- Steps that somebody has begun and not ended: the second one of a login, a login by passkey, a new passkey.
CREATE TABLE factor_challenge (
  -- SHA-256 of 256 random bits.
  challenge_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('login', 'passkey', 'enrol')),
  -- Empty in a login by passkey, which tells the account itself.
  account_id uuid REFERENCES account ON DELETE CASCADE,
  -- The account's sessions in the moment of the password.
  generation integer,
  attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  CHECK ((account_id IS NULL) = (purpose = 'passkey'))
);
CREATE INDEX factor_challenge_end ON factor_challenge (expires_at);
