-- The terms of incidents about whose end a mail was queued (P-INCIDENT-9).
CREATE TABLE incident_reminder (
  incident_id uuid NOT NULL REFERENCES incident ON DELETE CASCADE,
  term text NOT NULL CHECK (term IN ('anpd', 'titulares', 'complemento', 'declaracao')),
  -- As it was then: a term whose last day moves is told of again.
  last_day date NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (incident_id, term, last_day)
);
