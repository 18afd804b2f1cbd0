CREATE TABLE monitored_address (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  address text COLLATE "C" NOT NULL,
  added_at timestamptz NOT NULL,
  -- The numbers that its last report told.
  reported_leaks integer NOT NULL DEFAULT 0,
  reported_passwords integer NOT NULL DEFAULT 0,
  UNIQUE (organisation_id, address)
);

CREATE TABLE analysis (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  ran_at timestamptz NOT NULL,
  -- The São Paulo day of ran_at.
  day date NOT NULL,
  leaks integer NOT NULL,
  passwords integer NOT NULL
);
CREATE INDEX analysis_organisation ON analysis (organisation_id, day, id);

CREATE TABLE report (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  serial bigint GENERATED ALWAYS AS IDENTITY,
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  analysis_id bigint NOT NULL REFERENCES analysis ON DELETE CASCADE,
  address text COLLATE "C" NOT NULL,
  day date NOT NULL,
  -- What was known on that day: the document stays the same when more leaks come in.
  snapshot jsonb NOT NULL
);
CREATE INDEX report_organisation ON report (organisation_id, serial DESC);
CREATE INDEX report_analysis ON report (analysis_id);
