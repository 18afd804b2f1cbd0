-- Those whose verdicts about versions are taken. A name is never given to another key, not even after it was revoked.
CREATE TABLE gateway.verifier (
  name text PRIMARY KEY,
  -- ed25519:<base64url>
  public_key text NOT NULL,
  -- The one remote that it may judge; null: all.
  remote text,
  added_at timestamptz NOT NULL DEFAULT now(),
  added_by text NOT NULL,
  revoked_at timestamptz
);

-- What verifiers found of published versions: of each verifier the newest about each version.
CREATE TABLE gateway.verdict (
  remote text NOT NULL,
  version text NOT NULL,
  verifier text NOT NULL REFERENCES gateway.verifier (name),
  made_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- As it was signed.
  verdict text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (remote, version, verifier),
  FOREIGN KEY (remote, version) REFERENCES gateway.artifact (name, version)
);
