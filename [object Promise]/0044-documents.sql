-- Documents that an organisation was handed. The digest of what one tells is printed in it, and proves it later (P-REPORT-8).
CREATE TABLE issued_document (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  -- 'mudanca' is a row of `report` that was opened; the other reports stand here alone.
  kind text NOT NULL CHECK (kind IN ('mudanca', 'endereco', 'organizacao', 'lgpd')),
  occasion text CHECK (occasion IN ('pedido', 'mensal')),
  -- As people see it in lists: the address, or the name of the organisation or of the incident.
  title text NOT NULL,
  -- Of reports: the period, with both days.
  first_day date,
  last_day date,
  -- The São Paulo day of issued_at.
  day date NOT NULL,
  issued_at timestamptz NOT NULL,
  -- What it tells. Empty: it is told by another table.
  facts jsonb,
  digest text COLLATE "C" NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  UNIQUE (organisation_id, digest)
);
CREATE UNIQUE INDEX issued_document_monthly ON issued_document (organisation_id, first_day) WHERE occasion = 'mensal';
CREATE INDEX issued_document_day ON issued_document (organisation_id, day DESC, issued_at DESC);

-- Digests of the files that were handed over: another release may write the same document in another file.
CREATE TABLE issued_file (
  document_id uuid NOT NULL REFERENCES issued_document ON DELETE CASCADE,
  digest text COLLATE "C" NOT NULL,
  PRIMARY KEY (document_id, digest)
);
CREATE INDEX issued_file_digest ON issued_file (digest);
CREATE INDEX report_day ON report (organisation_id, day DESC, serial DESC);
