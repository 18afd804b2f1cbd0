-- The pairs of watched address and source that an organisation has been told of, in the order in which other systems read
-- them. Rows are added with the organisation locked: of two, the one with the higher ordinal was committed later.
CREATE TABLE finding (
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  -- 1, 2, 3 within the organisation: a count of all would tell of others.
  ordinal bigint NOT NULL,
  monitored_id uuid NOT NULL REFERENCES monitored_address ON DELETE CASCADE,
  source_id integer NOT NULL REFERENCES source ON DELETE CASCADE,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, ordinal),
  UNIQUE (monitored_id, source_id)
);

-- How far an organisation's findings are taken from its runs.
CREATE TABLE finding_progress (
  organisation_id bigint PRIMARY KEY REFERENCES organisation ON DELETE CASCADE,
  analysis_id bigint NOT NULL,
  last_ordinal bigint NOT NULL
);
