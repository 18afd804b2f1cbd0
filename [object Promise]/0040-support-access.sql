-- Requests of operators to see an organisation, and what became of them. Without an owner's yes none is worth anything.
CREATE TABLE support_access (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  -- Whoever runs the installation no more sees nothing more.
  operator_id uuid NOT NULL REFERENCES installation_operator ON DELETE CASCADE,
  reason text NOT NULL,
  hours integer NOT NULL CHECK (hours BETWEEN 1 AND 72),
  asked_at timestamptz NOT NULL,
  -- Of the request, until it is answered; then of the access.
  expires_at timestamptz NOT NULL,
  granted_at timestamptz,
  ended_at timestamptz,
  -- Why it has ended, where it has not run out.
  outcome text CHECK (outcome IN ('refused', 'ended')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX support_access_organisation ON support_access (organisation_id, asked_at DESC);
CREATE UNIQUE INDEX support_access_open ON support_access (operator_id, organisation_id) WHERE ended_at IS NULL;

-- The organisations that an account may enter, with its role in each. Support access lasts until expires_at, and stands back
-- behind a membership.
CREATE VIEW seat AS
SELECT account_id, organisation_id, role, since, entered_at, NULL::uuid AS support_id, NULL::timestamptz AS expires_at
FROM membership
UNION ALL
SELECT operator_id, organisation_id, 'reader', granted_at, NULL, id, expires_at
FROM support_access
WHERE granted_at IS NOT NULL AND ended_at IS NULL
  AND NOT EXISTS (SELECT FROM membership WHERE account_id = operator_id AND membership.organisation_id = support_access.organisation_id);
