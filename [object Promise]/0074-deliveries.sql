-- One queue of all that is sent: mails, pushes, calls to webhooks, and the feeds of SIEMs (docs/adr/0075). The table of mails
-- becomes the queue, so a message that a server of the last release is sending keeps its row.
ALTER TABLE mail
  ADD COLUMN webhook_id uuid REFERENCES webhook ON DELETE CASCADE,
  ADD COLUMN siem_id uuid REFERENCES siem ON DELETE CASCADE,
  ADD COLUMN tried_at timestamptz,
  -- The status of the last answer by HTTP.
  ADD COLUMN last_status integer,
  ALTER COLUMN subject DROP NOT NULL,
  DROP CONSTRAINT mail_one_target,
  ADD CONSTRAINT delivery_one_receiver CHECK (num_nonnulls(recipient, subscription_id, webhook_id, siem_id) = 1);
ALTER TABLE mail RENAME TO delivery;

INSERT INTO delivery (id, webhook_id, kind, body, added_at, due_at, expires_at, attempts, tried_at, last_status, last_failure,
    ended_at, outcome)
  SELECT id, webhook_id, kind, body, added_at, due_at, expires_at, attempts, tried_at, last_status, last_failure,
    ended_at, CASE outcome WHEN 'delivered' THEN 'sent' WHEN 'dead' THEN 'expired' END
  FROM webhook_delivery;
ALTER TABLE webhook_delivery DROP CONSTRAINT webhook_delivery_webhook_id_fkey;
DROP TABLE webhook_delivery;
CREATE INDEX delivery_webhook ON delivery (webhook_id, added_at) WHERE webhook_id IS NOT NULL;

-- A SIEM has one delivery, with its id, which is due again and again.
ALTER TABLE siem ADD COLUMN tried_at timestamptz;
INSERT INTO delivery (id, siem_id, kind, added_at, due_at, expires_at, attempts, last_failure)
  SELECT key_id, key_id, feed, now(), greatest(due_at, sending_until), '9999-12-31', failures, last_failure FROM siem;
CREATE INDEX delivery_siem ON delivery (siem_id) WHERE siem_id IS NOT NULL;

-- What follows is for statements of the last release, and goes one release later, with `due_at`, `failures` and `last_failure`
-- of siem.
CREATE VIEW mail AS
  SELECT id, kind, recipient, subject, body, once_key, added_at, due_at, expires_at, attempts, ended_at, outcome, last_failure,
    stop_link, subscription_id
  FROM delivery WHERE webhook_id IS NULL AND siem_id IS NULL;

CREATE VIEW webhook_delivery AS
  SELECT id, webhook_id, kind, body, added_at, due_at, expires_at, attempts, tried_at, last_status, last_failure, ended_at,
    CASE WHEN outcome = 'sent' THEN 'delivered' WHEN outcome IS NOT NULL THEN 'dead' END AS outcome
  FROM delivery WHERE webhook_id IS NOT NULL;
CREATE FUNCTION write_webhook_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM delivery WHERE id = OLD.id;
    RETURN OLD;
  END IF;
  NEW.outcome = CASE NEW.outcome WHEN 'delivered' THEN 'sent' WHEN 'dead' THEN 'expired' END;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO delivery (id, webhook_id, kind, body, added_at, due_at, expires_at, ended_at, outcome)
    VALUES (NEW.id, NEW.webhook_id, NEW.kind, NEW.body, NEW.added_at, NEW.due_at, NEW.expires_at, NEW.ended_at, NEW.outcome);
  ELSE
    UPDATE delivery SET body = NEW.body, due_at = NEW.due_at, expires_at = NEW.expires_at, attempts = NEW.attempts,
      tried_at = NEW.tried_at, last_status = NEW.last_status, last_failure = NEW.last_failure, ended_at = NEW.ended_at,
      outcome = NEW.outcome
    WHERE id = OLD.id AND attempts = OLD.attempts AND ended_at IS NOT DISTINCT FROM OLD.ended_at;
  END IF;
  IF NOT FOUND THEN RETURN NULL; END IF;
  NEW.outcome = CASE WHEN NEW.outcome = 'sent' THEN 'delivered' WHEN NEW.outcome IS NOT NULL THEN 'dead' END;
  RETURN NEW;
END $$;
CREATE TRIGGER webhook_delivery_written INSTEAD OF INSERT OR UPDATE OR DELETE ON webhook_delivery
  FOR EACH ROW EXECUTE FUNCTION write_webhook_delivery();

CREATE FUNCTION begin_siem() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO delivery (id, siem_id, kind, added_at, due_at, expires_at)
  VALUES (NEW.key_id, NEW.key_id, NEW.feed, now(), NEW.due_at, '9999-12-31');
  RETURN NULL;
END $$;
CREATE TRIGGER siem_begins AFTER INSERT ON siem FOR EACH ROW EXECUTE FUNCTION begin_siem();
