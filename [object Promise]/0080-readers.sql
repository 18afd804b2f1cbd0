-- The version of the reader that read an import's file (`READER`). 0: that of all imports before this migration. Fingerprints are
-- keyed, so that only the file itself can be read again.
ALTER TABLE import ADD COLUMN reader smallint NOT NULL DEFAULT 0;
