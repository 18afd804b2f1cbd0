-- Cases that somebody has given to another person, who is not told yet (P-CASE-17).
CREATE TABLE given_case (
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  monitored_id uuid NOT NULL,
  source text NOT NULL,
  given_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, monitored_id, source),
  FOREIGN KEY (monitored_id, source) REFERENCES leak_case ON DELETE CASCADE
);
CREATE INDEX given_case_case ON given_case (monitored_id, source);
CREATE INDEX given_case_organisation ON given_case (organisation_id, account_id);
