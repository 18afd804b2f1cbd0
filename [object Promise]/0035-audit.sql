-- What people, keys and operators did in an organisation; organisation 0 is the installation itself. Each row's hash covers its
-- content and the hash before it. Nothing here refers to the organisation: its end removes no row.
CREATE TABLE audit_event (
  organisation_id bigint NOT NULL,
  -- 1, 2, 3 within the organisation.
  ordinal bigint NOT NULL,
  -- Canonical JSON: the text that was hashed. Names of people are in audit_person, of which it has salted hashes.
  content text NOT NULL,
  -- SHA-256 of the hash before it and the content.
  hash bytea NOT NULL,
  -- For reading alone; taken from the content, so that they cannot say anything else.
  at text COLLATE "C" NOT NULL GENERATED ALWAYS AS (content::jsonb ->> 'at') STORED,
  action text COLLATE "C" NOT NULL GENERATED ALWAYS AS (content::jsonb ->> 'action') STORED,
  actor text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (coalesce(content::jsonb #>> '{actor,id}', content::jsonb #>> '{actor,kind}')) STORED,
  PRIMARY KEY (organisation_id, ordinal)
);
CREATE INDEX audit_event_action ON audit_event (organisation_id, action, ordinal);
CREATE INDEX audit_event_actor ON audit_event (organisation_id, actor, ordinal);
CREATE INDEX audit_event_at ON audit_event (organisation_id, at);

-- The end of each chain: rows that are cut off it are missed. An organisation has one from its beginning.
CREATE TABLE audit_head (
  organisation_id bigint NOT NULL PRIMARY KEY,
  ordinal bigint NOT NULL,
  hash bytea NOT NULL
);

-- The names in a row, and the network: what goes with the person or the organisation, while the chain stays whole.
CREATE TABLE audit_person (
  organisation_id bigint NOT NULL REFERENCES organisation ON DELETE CASCADE,
  ordinal bigint NOT NULL,
  part text NOT NULL CHECK (part IN ('actor', 'target')),
  -- Whom it is about. Empty: no person, or one without an account.
  account_id uuid REFERENCES account ON DELETE CASCADE,
  -- Somebody who has no account yet.
  mailbox text COLLATE "C",
  at timestamptz NOT NULL,
  -- 128 random bits, without which nobody can try names against the hash in the content.
  salt bytea NOT NULL,
  -- Canonical JSON.
  content text NOT NULL,
  PRIMARY KEY (organisation_id, ordinal, part)
);
CREATE INDEX audit_person_account ON audit_person (account_id);
CREATE INDEX audit_person_mailbox ON audit_person (mailbox) WHERE mailbox IS NOT NULL;
CREATE INDEX audit_person_at ON audit_person (at);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An empty database is cleared before it is filled from another one.
  IF TG_OP = 'TRUNCATE' AND NOT EXISTS (SELECT FROM audit_event) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log only grows: % is refused', TG_OP;
END $$;
CREATE TRIGGER audit_event_grows BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_event_stays BEFORE TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- 32 bytes of zero stand before the first row.
CREATE FUNCTION begin_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_head (organisation_id, ordinal, hash) VALUES (NEW.id, 0, decode(repeat('00', 32), 'hex'))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER organisation_audit AFTER INSERT ON organisation FOR EACH ROW EXECUTE FUNCTION begin_audit();
INSERT INTO audit_head (organisation_id, ordinal, hash)
  SELECT id, 0, decode(repeat('00', 32), 'hex') FROM organisation UNION ALL SELECT 0, 0, decode(repeat('00', 32), 'hex');
