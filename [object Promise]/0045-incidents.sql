-- The register of incidents (Resolução CD/ANPD nº 15/2024; P-INCIDENT-1).
CREATE TABLE incident (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  -- 1, 2, 3 within the organisation.
  number integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  registered_at timestamptz NOT NULL,
  -- The last São Paulo day on which it cannot be removed.
  kept_until date NOT NULL,
  -- incidentFactsSchema.
  facts jsonb NOT NULL,
  -- {key: {texto, nao_se_aplica}}: what people have written.
  items jsonb NOT NULL DEFAULT '{}',
  -- The places that are to be filled in, and the cases, as they were counted last.
  blanks integer NOT NULL,
  cases integer NOT NULL,
  -- The version of the last dossier that somebody has downloaded.
  handed_over integer,
  -- The day of its removal: the row goes in the same transaction.
  removed_on date CONSTRAINT incident_is_kept CHECK (removed_on > kept_until),
  UNIQUE (organisation_id, number)
);

-- The register goes with its organisation, and no other way before its time is over.
CREATE FUNCTION keep_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.removed_on IS NULL AND EXISTS (SELECT FROM organisation WHERE id = OLD.organisation_id) THEN
    RAISE EXCEPTION 'incident % of organisation % is kept until %', OLD.number, OLD.organisation_id, OLD.kept_until;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER incident_stays BEFORE DELETE ON incident FOR EACH ROW EXECUTE FUNCTION keep_incident();

-- Cases as they were when they were gathered. Nothing here refers to the address: the register stays when that is removed.
CREATE TABLE incident_case (
  incident_id uuid NOT NULL REFERENCES incident ON DELETE CASCADE,
  monitored_id uuid NOT NULL,
  source text NOT NULL,
  -- gatheredSchema.
  snapshot jsonb NOT NULL,
  PRIMARY KEY (incident_id, monitored_id, source)
);

-- Its history. Rows are only ever added.
CREATE TABLE incident_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id uuid NOT NULL REFERENCES incident ON DELETE CASCADE,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('registro', 'mudanca', 'decisao', 'casos', 'encerramento', 'reabertura')),
  -- Empty: an account that is gone.
  account_id uuid REFERENCES account ON DELETE SET NULL,
  -- [{campo, de, para}]; of items only that they changed.
  changes jsonb NOT NULL
);
CREATE INDEX incident_event_incident ON incident_event (incident_id, id DESC);
CREATE INDEX incident_event_account ON incident_event (account_id);
