ALTER TABLE company_provider
  ADD COLUMN kind text NOT NULL DEFAULT 'oidc' CHECK (kind IN ('oidc', 'saml')),
  -- Where browsers are sent with a SAML request.
  ADD COLUMN sign_on_url text,
  -- Those whose keys may sign its SAML assertions, in PEM.
  ADD COLUMN certificates text,
  -- What its new people become in the organisation.
  ADD COLUMN new_role text NOT NULL DEFAULT 'reader' CHECK (new_role IN ('reader', 'analyst', 'auditor')),
  ALTER COLUMN client_id DROP NOT NULL,
  ALTER COLUMN client_secret DROP NOT NULL,
  ADD CONSTRAINT company_provider_kind CHECK (CASE kind
    WHEN 'oidc' THEN client_id IS NOT NULL AND client_secret IS NOT NULL
    ELSE sign_on_url IS NOT NULL AND certificates IS NOT NULL END);

-- SHA-256 of what the second cookie has: of the browser that brought the provider's answer by POST.
ALTER TABLE sign_in ADD COLUMN delivered_hash bytea;

-- Assertions that were used, so that none is twice.
CREATE TABLE saml_assertion (
  -- SHA-256 of the provider and the assertion's ID.
  id_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX saml_assertion_expiry ON saml_assertion (expires_at);

-- Who has joined an organisation by its provider: whoever was removed from it does not join again by signing in.
CREATE TABLE company_join (
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  joined_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, account_id)
);
CREATE INDEX company_join_account ON company_join (account_id);
