-- The manifest of a published shell; null: the row is a remote's.
ALTER TABLE gateway.artifact ADD COLUMN shell jsonb;
