-- Whether the row of a log has a day of its own. NULL in rows from before: then a day other than the import's is one.
ALTER TABLE sighting ADD COLUMN day_told boolean;
