-- Names in the audit log go with their organisation, and are written without holding it: a reference would have each act wait for
-- the organisation after it has locked the log's end, and its deletion for the log's end after it has locked the organisation.
ALTER TABLE audit_person DROP CONSTRAINT audit_person_organisation_id_fkey;

CREATE FUNCTION erase_audit_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM audit_person WHERE organisation_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER organisation_names AFTER DELETE ON organisation FOR EACH ROW EXECUTE FUNCTION erase_audit_names();
