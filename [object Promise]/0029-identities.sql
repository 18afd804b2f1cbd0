-- Providers by which the people of an organisation's domain sign in. Those of the whole installation stand in its environment.
CREATE TABLE company_provider (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  -- One provider speaks for a domain, while the organisation's proof of it (watched_domain) holds.
  domain text COLLATE "C" NOT NULL UNIQUE,
  title text NOT NULL,
  issuer text COLLATE "C" NOT NULL,
  client_id text NOT NULL,
  -- AES-256-GCM, under a key that is not in the database.
  client_secret bytea NOT NULL,
  -- Its addresses count as proved without the claim that says so.
  trusts_addresses boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  -- The passwords of the domain's addresses are refused.
  enforced boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);

-- Who a provider says that somebody is, and the account that this opens. An address may change, a subject does not.
CREATE TABLE account_identity (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  title text NOT NULL,
  -- As the provider had it at the last sign-in.
  email text,
  linked_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  UNIQUE (issuer, subject)
);
CREATE INDEX account_identity_account ON account_identity (account_id);

ALTER TABLE account
  -- False: a provider made the account, and nobody knows its password.
  ADD COLUMN has_password boolean NOT NULL DEFAULT true,
  -- Its password opens it although its domain's are refused.
  ADD COLUMN password_excepted boolean NOT NULL DEFAULT false;

-- Sign-ins under way, each of one browser, from the way to the provider until the page has its session.
CREATE TABLE sign_in (
  -- SHA-256 of what the browser's cookie has.
  cookie_hash bytea PRIMARY KEY,
  provider text NOT NULL,
  -- Empty once the provider has answered: an answer counts once.
  state_hash bytea,
  nonce text NOT NULL,
  verifier text NOT NULL,
  -- The page that the person wanted.
  next text,
  expires_at timestamptz NOT NULL,
  -- The account that opens.
  account_id uuid REFERENCES account ON DELETE CASCADE,
  -- What waits for the password of that account to be linked with it.
  identity jsonb,
  attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX sign_in_expiry ON sign_in (expires_at);
